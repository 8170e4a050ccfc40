/** Selects the repository that the content editor works on, and the hosts that it may contact. */
import type { Backend } from '@sveltia/cms';
import type { Environment } from '../build-tools/environment.ts';

export type EditorBackend = Backend;

type EditorEnvironment = Pick<
  Environment,
  'CMS_REPO' | 'CMS_BACKEND' | 'CMS_BRANCH' | 'CMS_AUTH_URL' | 'CMS_APP_ID'
>;

/** Hosts of each backend: its API and its avatars. */
const HOSTS = {
  github: ['https://api.github.com', 'https://avatars.githubusercontent.com'],
  gitlab: ['https://gitlab.com', 'https://secure.gravatar.com'],
} as const;

/** A placeholder on a developer's machine, where the editor works on local files. */
const LOCAL_REPOSITORY = 'local/site';

/** The editor's backend, or undefined if the environment names none. */
export function editorBackend(environment: EditorEnvironment): EditorBackend | undefined {
  const { CMS_REPO, CMS_BACKEND, CMS_BRANCH, CMS_AUTH_URL, CMS_APP_ID } = environment;
  if (CMS_REPO === undefined) return undefined;
  const repository = { repo: CMS_REPO, branch: CMS_BRANCH };
  if (CMS_BACKEND === 'gitlab') {
    return CMS_APP_ID === undefined
      ? { name: 'gitlab', ...repository, auth_methods: ['token'] }
      : { name: 'gitlab', ...repository, auth_type: 'pkce', app_id: CMS_APP_ID };
  }
  return CMS_AUTH_URL === undefined
    ? { name: 'github', ...repository, auth_methods: ['token'] }
    : { name: 'github', ...repository, base_url: CMS_AUTH_URL };
}

/** The backend for the dev server: the configured one, whose sign-in also offers local files. */
export function localBackend(environment: EditorEnvironment): EditorBackend {
  return (
    editorBackend(environment) ?? {
      name: 'github',
      repo: LOCAL_REPOSITORY,
      auth_methods: ['token'],
    }
  );
}

export function hostsOf({ name }: EditorBackend): readonly string[] {
  return name in HOSTS ? HOSTS[name as keyof typeof HOSTS] : [];
}

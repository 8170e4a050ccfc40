/** Selects the repository that the content editor works on, and the hosts that it may contact. */
import type { Backend } from '@sveltia/cms';
import type { Environment } from '../../src/lib/environment.ts';

/** Hosts of each backend: its API and its avatars. */
const HOSTS: Partial<Record<Backend['name'], readonly string[]>> = {
  github: ['https://api.github.com', 'https://avatars.githubusercontent.com'],
  gitlab: ['https://gitlab.com', 'https://secure.gravatar.com'],
};

/** @param repo of the content, such as `empresa/site` */
export function editorBackend(
  repo: string,
  {
    CMS_BACKEND,
    CMS_BRANCH,
    CMS_AUTH_URL,
    CMS_APP_ID,
  }: Pick<Environment, 'CMS_BACKEND' | 'CMS_BRANCH' | 'CMS_AUTH_URL' | 'CMS_APP_ID'>,
): Backend {
  const repository = { repo, branch: CMS_BRANCH };
  if (CMS_BACKEND === 'gitlab') {
    return CMS_APP_ID === undefined
      ? { name: 'gitlab', ...repository, auth_methods: ['token'] }
      : { name: 'gitlab', ...repository, auth_type: 'pkce', app_id: CMS_APP_ID };
  }
  return CMS_AUTH_URL === undefined
    ? { name: 'github', ...repository, auth_methods: ['token'] }
    : { name: 'github', ...repository, base_url: CMS_AUTH_URL };
}

export function hostsOf({ name }: Backend): readonly string[] {
  return HOSTS[name] ?? [];
}

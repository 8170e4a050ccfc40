/** Links to GitHub's or GitLab's history of an entry. */
import { createElement, type ReactElement } from 'react';
import { LOCAL_REPOSITORY, type EditorBackend } from './backend.ts';

const SERVICES: Record<string, { label: string; history: (repo: string) => string }> = {
  github: { label: 'GitHub', history: (repo) => `https://github.com/${repo}/commits` },
  gitlab: { label: 'GitLab', history: (repo) => `https://gitlab.com/${repo}/-/commits` },
};

/** @param path of the entry's file in the repository; undefined for a new entry */
export function historyOf(
  backend: EditorBackend,
  path: string,
): { url: string; label: string } | undefined {
  const service = SERVICES[backend.name];
  if (!service || !('repo' in backend) || path === '') return undefined;
  const { repo, branch = 'HEAD' } = backend;
  if (repo === LOCAL_REPOSITORY) return undefined;
  const file = [branch, path].join('/').split('/').map(encodeURIComponent).join('/');
  return { url: `${service.history(repo)}/${file}`, label: service.label };
}

/** Explains below the preview how to undo a save. */
export function historyNote(backend: EditorBackend, path: string): ReactElement | null {
  const found = historyOf(backend, path);
  if (!found) return null;
  const { url, label } = found;
  return createElement(
    'p',
    { className: 'history' },
    'Para desfazer o que já foi salvo, abra o ',
    createElement(
      'a',
      {
        href: url,
        // A plain link would open inside the preview's sandbox.
        onClick: (event: Event) => {
          event.preventDefault();
          window.open(url, '_blank', 'noopener');
        },
      },
      `histórico deste item no ${label}`,
    ),
    ' e escolha a mudança. O que saiu está em vermelho: copie, cole no campo e salve.',
  );
}

import { expect, test } from 'vitest';
import { buildsPage } from '../../src/lib/builds-page.ts';

test.each([
  [{ NETLIFY: 'true', SITE_NAME: 'loja' }, 'https://app.netlify.com/projects/loja/deploys'],
  [{ VERCEL: '1' }, 'https://vercel.com/dashboard'],
  [{ CF_PAGES: '1' }, 'https://dash.cloudflare.com/?to=/:account/workers-and-pages'],
  [{ GITHUB_ACTIONS: 'true' }, undefined],
])('built with %j, the editor’s warning leads to %s', (environment, page) => {
  expect(buildsPage(environment)).toBe(page);
});

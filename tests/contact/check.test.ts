// `npm run contact -- check` with a running function, database and mail server; the site is a single page.
import { createServer } from 'node:http';

import { afterAll, expect, test } from 'vitest';

import { FUNCTION_PATH } from '../../local/function-process.ts';
import { listen } from '../../local/listen.ts';
import { checkSetup } from '../../scripts/contact/check.ts';
import { useStack } from './support/stack.ts';
import { BASE_ENVIRONMENT, FROM_EMAIL, jobRequest, TO_EMAIL } from '../support/submissions.ts';

let html = '';
const site = createServer((_request, response) => response.end(html));
const SITE_URL = `http://127.0.0.1:${await listen(site)}`;
afterAll(() => {
  site.close();
});

const stack = await useStack();
const { url } = await stack.startFunction({ SITE_URL });
/** As in .env and .env.contact. */
const environment = {
  ...BASE_ENVIRONMENT,
  SITE_URL,
  PUBLIC_SUPABASE_URL: url,
  SUPABASE_DB_URL: stack.database.url,
  SMTP_PORT: String(stack.smtp.port),
  SMTP_SECURITY: 'tls',
  SMTP_TLS_CA: stack.smtp.ca,
};

/** Problems by part, for a changed environment. */
async function problems(change: Record<string, string> = {}) {
  const found: Record<string, string> = {};
  for await (const { part, problem } of checkSetup({ ...environment, ...change })) {
    if (problem !== undefined) found[part.split(' at ')[0] ?? ''] = problem;
  }
  return found;
}

const page = (toEmail: string) => `<form action="${url}${FUNCTION_PATH}" method="post">
  <input type="hidden" name="toEmail" value="${toEmail}"/>
  <input type="hidden" name="fromEmail" value="${FROM_EMAIL}"/></form>`;

/** PGlite has none of the hosted extensions. */
const schedule = expect.stringContaining('pg_cron or pg_net is not installed') as string;

test('an operator with a sound set-up sees one problem: this database has no extensions for the schedule', async () => {
  html = page(TO_EMAIL);
  const { status } = await fetch(jobRequest(url));
  expect(status).toBe(200);
  expect(await problems()).toEqual({ schedule });
});

test('an operator is told what is wrong with each part, and what to do', async () => {
  html = page('antigo@araucaria.example');
  expect(
    await problems({ SMTP_PASSWORD: 'wrong', CONTACT_FROM_EMAIL: 'x@araucaria.example' }),
  ).toEqual({
    schedule,
    'job of every minute': 'it has never run',
    'mail account': '535: SMTP_USER or SMTP_PASSWORD is wrong',
    function: expect.stringContaining(
      `its fromEmail is ${FROM_EMAIL}, but .env.contact has`,
    ) as string,
    site: expect.stringContaining('its toEmail is antigo@araucaria.example') as string,
  });
});

test.each([
  [{ SMTP_HOST: '' }, 'settings', 'SMTP_HOST is missing'],
  [{ SUPABASE_DB_URL: 'postgresql://a@db.example/c' }, 'settings', 'CONTACT_DB_CA is missing'],
  [{ SUPABASE_DB_URL: 'postgresql://a@127.0.0.1:1/c' }, 'database', 'ECONNREFUSED'],
  [{ SITE_URL: 'http://localhost:1' }, 'function', 'rejects the site’s origin, http://localhost:1'],
  [{ PUBLIC_SUPABASE_URL: SITE_URL }, 'function', 'it answers 200'],
  [{ PUBLIC_SUPABASE_URL: '' }, 'function', 'PUBLIC_SUPABASE_URL is missing in .env'],
  [{ PUBLIC_SUPABASE_URL: SITE_URL }, 'site', 'its form does not post to'],
])('with %o an operator is told what is wrong with %s', async (change, part, problem) => {
  expect((await problems(change))[part]).toContain(problem);
});

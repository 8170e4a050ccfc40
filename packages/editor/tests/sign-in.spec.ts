/**
 * The button to sign in, against a model of Supabase Auth and GitHub's page. It follows external.go and external_oauth.go
 * of supabase/auth at b1cd2b03, request.go at f84b58f7, and auth-js 2.119.1.
 */
import { createHash } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { expectConsoleErrors } from '@site/test-support/browser/console-errors';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expect, test } from '@site/test-support/browser/fixtures';
import { GitHubApi } from './github-api.ts';
import { LOST_LOOK, LOST_STORE, patient, WITH_EDITOR, withoutEffects } from './session.ts';

const TOKEN = 'gho_of_ana';
const ELSEWHERE = 'http://backend.test/';

class Project {
  hasGitHub = true;
  isPaused = false;
  /** What it leads back with instead of a code. */
  refusal = '';
  asked: string[] = [];
  readonly #codes = new Set<string>();

  answer(route: Route): Promise<void> {
    const { pathname, searchParams } = new URL(route.request().url());
    const endpoint = pathname.replace('/auth/v1/', '');
    this.asked.push(endpoint);
    if (this.isPaused) return route.abort();
    if (endpoint === 'settings')
      return route.fulfill({ json: { external: { github: this.hasGitHub } } });
    if (endpoint === 'logout') return route.fulfill({ status: 204 });
    if (endpoint === 'authorize') {
      const { redirect_to = '', code_challenge = '' } = Object.fromEntries(searchParams);
      this.#codes.add(code_challenge);
      const link = (to: string, words: string) => `<a href="${redirect_to}?${to}">${words}</a>`;
      const yes = this.refusal === '' ? `code=${code_challenge}` : this.refusal;
      const body = `${link(yes, `Authorize ${searchParams.get('scopes')}`)} ${link('error=access_denied', 'Cancel')}`;
      return route.fulfill({ contentType: 'text/html', body });
    }
    const sent = route.request().postDataJSON() as { auth_code: string; code_verifier: string };
    const code = createHash('sha256').update(sent.code_verifier).digest('base64url');
    const isRight = code === sent.auth_code && this.#codes.delete(code);
    const session = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 9 };
    const json = { ...session, user: { id: '1' }, provider_token: TOKEN };
    return route.fulfill(isRight ? { json } : { status: 400, json: {} });
  }
}

test.use({ ...WITH_EDITOR, viewport: { width: 390, height: 800 } });

let project: Project;
/** Every URL, every line of the console, and what tabs tell each other. */
let seen: string[];

test.beforeEach(async ({ page, context }) => {
  project = new Project();
  seen = [];
  expectConsoleErrors(page, LOST_STORE, LOST_LOOK, /^Failed to load resource/, /Not a coll/);
  context.on('request', (request) => seen.push(request.url()));
  context.on('console', (message) => seen.push(message.text()));
  await context.addInitScript(withoutEffects);
  await new GitHubApi(FROZEN_CONTENT).serve(context, 'ana');
  await context.route('**/auth/v1/**', (route) => project.answer(route));
});

const LIST = 'Dados da empresa';
const button = (page: Page) => page.getByRole('button', { name: 'Entrar com o GitHub' });
const link = (page: Page, name: string) => page.getByRole('link', { name });
const authorize = (page: Page) => link(page, 'Authorize public_repo').click();
const cancel = (page: Page) => link(page, 'Cancel').click();

async function goBack(page: Page): Promise<void> {
  await link(page, 'Cancel').waitFor();
  await page.goBack();
}

async function twoTabs(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/admin/');
  await button(other).click();
  await authorize(other);
  await patient(other.getByText(LIST).first()).toBeVisible();
  await authorize(page);
}

type Act = (page: Page) => unknown;
type Row = [string, string, Act?, Partial<Project>?, path?: string];
const OFF = 'error=access_denied&error_code=signup_disabled';

for (const [who, reads, act = authorize, set = {}, path = '/admin/'] of [
  ['on a phone, where no window opens,', LIST],
  [
    'below a base path, without the slash, as on Vercel and nginx,',
    LIST,
    authorize,
    {},
    '/site/admin',
  ],
  ['in two tabs', LIST, twoTabs],
  ['without rights to the repository', 'Aceite o convite'],
  ['who says no at GitHub', 'clique em Authorize', cancel, {}, '/admin/#/collections/clients'],
  ['who goes back from GitHub, or is led elsewhere,', 'não terminou', goBack],
  ['who is new while sign-ups are off', 'abra a entrada', authorize, { refusal: OFF }],
  ['whose project has GitHub off', 'não está ligado', () => null, { hasGitHub: false }],
  ['whose project is paused', 'não respondeu', () => null, { isPaused: true }],
] satisfies Row[] as Row[]) {
  test(`somebody ${who} reads “${reads}”, and nothing of the way is left`, async ({ page }) => {
    Object.assign(project, set);
    if (who.startsWith('without rights'))
      await page.route('**/collaborators/*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.route('**/site/admin*', (route) =>
      route.continue({ url: route.request().url().replace('/site', '') }),
    );
    await page.addInitScript(() => {
      window.open = () => null;
      BroadcastChannel.prototype.postMessage = (data) => {
        console.log(JSON.stringify(data));
      };
      sessionStorage['draft'] = 'Of the contact form';
    });
    await page.goto(path);
    await patient(button(page)).toBeVisible();
    expect(seen.join()).not.toContain('/sign-in-');
    await button(page).click();
    await act(page);
    await patient(page.getByText(reads).first()).toBeVisible();
    if (reads !== LIST) await patient(button(page)).toBeAttached();
    const [local, session] = await page.evaluate(() => {
      localStorage.removeItem('sveltia-cms.user');
      sessionStorage.removeItem('site-news');
      return [localStorage, sessionStorage].map((storage) => JSON.stringify(storage));
    });
    expect(session).toBe('{"draft":"Of the contact form"}');
    expect([local, ...seen].join()).not.toContain(TOKEN);
    expect(page.url()).toContain(path);
    expect(page.url()).not.toMatch(/\?|error/);
    expect(project.asked.includes('logout')).toBe(project.asked.includes('token'));
  });
}

test('a stranger’s window of the same name gets nothing, with a code of its own neither', async ({
  page,
  baseURL,
}) => {
  await page.goto(ELSEWHERE);
  await page.evaluate(() => {
    window.onmessage = ({ data }) => (document.title = String(data));
  });
  for (const query of ['', '?provider=github&scope=repo', '?code=c0de']) {
    const opened = page.waitForEvent('popup');
    await page.evaluate((url) => void window.open(url, 'auth'), `${baseURL}/admin/${query}`);
    await patient(button(await opened)).toBeAttached();
    await (await opened).close();
  }
  expect([project.asked, await page.title()]).toEqual([[], '']);
});

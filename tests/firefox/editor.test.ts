/** An editor pastes and saves in the Firefox of Debian, over WebDriver BiDi. Fails where no Firefox is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { BrowserContext, Route } from '@playwright/test';
import sirv from 'sirv';
import { expect, onTestFinished, test } from 'vitest';
import { GitHubApi } from '../../packages/editor/tests/github-api.ts';
import { TEST_BUILDS } from '@site/test-support/builds';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';

const WAIT = { timeout: 60_000 };

/** Serves the site, and below `/github` GitHub's API: the policy allows no other host. */
async function serve(github: GitHubApi): Promise<string> {
  let answer: (route: Route) => unknown = () => undefined;
  const context = { route: (_url: string, handler: typeof answer) => (answer = handler) };
  await github.serve(context as unknown as BrowserContext, 'ana');
  const site = sirv(TEST_BUILDS.complete.folder, { dev: true });
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (!url.startsWith('/github/')) {
      site(request, response);
      return;
    }
    void text(request).then((body) =>
      answer({
        request: () => ({
          url: () => url.replace('/github', 'https://api.github.com'),
          postDataJSON: () => JSON.parse(body) as unknown,
        }),
        fulfill: ({
          json,
          body: bytes,
          status = 200,
        }: {
          json?: object;
          body?: Buffer;
          status?: number;
        }) => {
          response.writeHead(status).end(bytes ?? JSON.stringify(json));
        },
      } as unknown as Route),
    );
  });
  await once(server.listen(0), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Runs in each page before its scripts. */
function sendToServer(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) =>
    send(
      input instanceof Request ? input : String(input).replace('https://api.github.com', '/github'),
      init,
    );
}

/** Opens a page; returns a function that runs another there. */
async function openFirefox(url: string) {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const options = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const firefox = spawn(process.env['FIREFOX'] ?? 'firefox-esr', options);
  onTestFinished(async () => {
    firefox.kill();
    await once(firefox, 'exit');
    rmSync(profile, { recursive: true });
  });
  await once(firefox, 'spawn');
  let address = '';
  for await (const line of createInterface(firefox.stderr)) {
    [, address = ''] = /listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== '') break;
  }
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  let id = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as { id: number };
    waiting.get(answer.id)?.(answer);
  };
  const command = async (method: string, params: object): Promise<Record<string, unknown>> => {
    id += 1;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = (await answered) as {
      result?: Record<string, unknown>;
      message?: string;
    };
    if (!result) throw new Error(`${method}: ${message ?? ''}`);
    return result;
  };
  await command('session.new', { capabilities: {} });
  const { contexts } = await command('browsingContext.getTree', {});
  const [{ context } = { context: '' }] = contexts as { context: string }[];
  await command('script.addPreloadScript', { functionDeclaration: String(sendToServer) });
  await command('browsingContext.navigate', { context, url, wait: 'complete' });
  return async <Argument>(run: (argument: Argument) => unknown, argument?: Argument) => {
    const { result, exceptionDetails } = await command('script.callFunction', {
      functionDeclaration: `() => JSON.stringify((${String(run)})(${JSON.stringify(argument)}) ?? null)`,
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return JSON.parse((result as { value: string }).value) as unknown;
  };
}

test('what is pasted in Firefox is repaired, saved, and can be edited again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const github = new GitHubApi(folder, FROZEN_CONTENT);
  const run = await openFirefox(`${await serve(github)}/admin/`);
  const press = (name: string) =>
    expect
      .poll(
        () =>
          run((wanted: string) => {
            const all = [...document.querySelectorAll<HTMLElement>('button, [role=button]')];
            const button = all.find((one) => one.textContent.trim() === wanted);
            button?.click();
            return button !== undefined;
          }, name),
        WAIT,
      )
      .toBe(true);
  const find = (selector: string) =>
    expect
      .poll(
        () =>
          run((css: string) => (document.querySelector(css)?.textContent ?? '') !== '', selector),
        WAIT,
      )
      .toBe(true);

  await press('Entrar Usando Token de Acesso');
  await expect
    .poll(
      () => run(() => document.querySelectorAll('dialog input, [role=dialog] input').length),
      WAIT,
    )
    .toBe(1);
  await run(() => {
    const input = document.querySelector<HTMLInputElement>('dialog input, [role=dialog] input');
    if (input) input.value = '\u200Bgithub_pat_0';
    input?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await press('Entrar');
  await expect
    .poll(() => run(() => document.body.textContent.includes('Dados da empresa')), WAIT)
    .toBe(true);

  await run(() => (location.hash = '#/collections/plans/entries/tecnologia'));
  await find('.lexical-root p');
  await run(() => {
    const body = document.querySelector<HTMLElement>('.lexical-root');
    body?.focus();
    document.getSelection()?.selectAllChildren(body ?? document);
  });
  await expect
    .poll(
      () =>
        run(() => {
          const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
          event.clipboardData?.setData('text/html', '<p>H<sub>2</sub>O</p><ul><li>um</li></ul>');
          document.querySelector('.lexical-root')?.dispatchEvent(event);
          return document.querySelector('.lexical-root')?.textContent;
        }),
      WAIT,
    )
    .toContain('H₂O');
  await press('Salvar');
  await expect.poll(() => github.read('plans/tecnologia.md'), WAIT).toContain('H₂O\n\n- um');
});

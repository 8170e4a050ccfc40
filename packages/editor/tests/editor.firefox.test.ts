/**
 * An editor's paste in the Firefox of Debian, over WebDriver BiDi: Playwright drives a Firefox of its own. Fails where
 * none is installed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import sirv from 'sirv';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_BUILDS } from '@site/test-support/builds';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { GitHubApi } from './github-api.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'firefox-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Serves the site, and below `/github` GitHub's API: the policy allows no other host. */
async function serve(github: GitHubApi): Promise<string> {
  const site = sirv(TEST_BUILDS.complete.folder, { dev: true });
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const answer = async (): Promise<void> => {
      const asked = url.replace('/github', 'https://api.github.com');
      const { status = 200, json, body } = github.answer(asked, await text(request), 'ana');
      response.writeHead(status).end(body ?? JSON.stringify(json));
    };
    if (url.startsWith('/github/')) void answer();
    else site(request, response);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Opens a page; returns a function that runs another there. */
async function openFirefox(url: string) {
  const options = ['--headless', '--remote-debugging-port=0', '--profile', temporaryFolder()];
  const firefox = spawn(process.env['FIREFOX'] ?? 'firefox-esr', options);
  onTestFinished(async () => {
    firefox.kill();
    await once(firefox, 'exit');
  });
  await once(firefox, 'spawn');
  let address: string | undefined;
  for await (const line of createInterface(firefox.stderr)) {
    [, address] = /listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) break;
  }
  const socket = new WebSocket(`${address ?? ''}/session`);
  await once(socket, 'open');
  interface Answer {
    id: number;
    message?: string;
    result?: Record<string, never>;
  }
  const waiting: ((answer: Answer) => void)[] = [];
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting[answer.id]?.(answer);
  };
  const command = async (method: string, params: object): Promise<Record<string, never>> => {
    const { result, message } = await new Promise<Answer>((resolve) => {
      const id = waiting.push(resolve) - 1;
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (!result) throw new Error(`${method}: ${message ?? ''}`);
    return result;
  };
  await command('session.new', { capabilities: {} });
  const { contexts } = await command('browsingContext.getTree', {});
  const [{ context }] = contexts as unknown as [{ context: string }];
  await command('script.addPreloadScript', { functionDeclaration: String(prepare) });
  await command('browsingContext.navigate', { context, url, wait: 'complete' });
  return async (run: (value: string) => Promise<void>, value = ''): Promise<void> => {
    const { exceptionDetails } = await command('script.callFunction', {
      functionDeclaration: String(run),
      arguments: [{ type: 'string', value }],
      target: { context },
      awaitPromise: true,
    });
    expect(exceptionDetails).toBeUndefined();
  };
}

declare global {
  /** @returns what a function finds, as soon as it finds something */
  var until: <Found>(find: () => Found | undefined | false | null) => Promise<Found>;
  var press: (name: string) => Promise<void>;
}

/** Runs in each page before its scripts. */
function prepare(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) =>
    send(
      input instanceof Request ? input : String(input).replace('https://api.github.com', '/github'),
      init,
    );
  globalThis.until = async (find) => {
    for (let left = 600; left > 0; left -= 1) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`Not found: ${String(find)}`);
  };
  globalThis.press = async (name) => {
    const buttons = () => [...document.querySelectorAll<HTMLElement>('button, [role=button]')];
    (
      await until(() =>
        buttons().find((it) => it.textContent.trim() === name && !it.matches(':disabled')),
      )
    ).click();
  };
}

test('what is pasted in Firefox is repaired, saved, and can be edited again', async () => {
  const github = new GitHubApi(FROZEN_CONTENT, temporaryFolder());
  const run = await openFirefox(`${await serve(github)}/admin/`);
  await run(async () => {
    await press('Entrar Usando Token de Acesso');
    const input = await until(() => document.querySelector<HTMLInputElement>('dialog input'));
    input.value = '\u200Bgithub_pat_0';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await press('Entrar');
    await until(() => document.body.textContent.includes('Dados da empresa'));
  });
  for (const item of ['um', 'dois']) {
    await run(async (pasted) => {
      location.hash = '#/collections/plans/entries/tecnologia';
      const body = await until(() => document.querySelector<HTMLElement>('.lexical-root:has(p)'));
      // Until the library has seen where the cursor is.
      await until(() => {
        body.focus();
        document.getSelection()?.collapse(body);
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        const html = `<p>H<sub>2</sub>O</p><ul><li>${pasted}</li></ul>`;
        event.clipboardData?.setData('text/html', html);
        body.dispatchEvent(event);
        return body.textContent.includes(`H₂O${pasted}`);
      });
      await press('Salvar');
      await until(() => !location.hash.includes('entries'));
    }, item);
    expect(github.read('plans/tecnologia.md')).toContain(`H₂O\n\n- ${item}`);
  }
});

/** `npm run dev` in a copy of the project, once for all tests that need it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../../local/listen.ts';
import { FROZEN_CONTENT } from '../frozen-content.ts';
import { ProjectCopy } from '../project-copy.ts';
import { expect, test as base } from './fixtures.ts';

/** For a machine a tenth as fast. */
const COMPILE_TIMEOUT_MS = 300_000;

/** `expect` for what the dev server has to compile first. */
export const patient = expect.configure({ timeout: COMPILE_TIMEOUT_MS });

export interface DevelopedProject extends ProjectCopy {
  /** What the command has said so far. */
  said: () => string;
  /** URLs that it has named, in its order: the contact function's and, for each start, the site's. */
  urls: () => string[];
  /** By the port that it was told. */
  url: string;
}

const INSTALLED_FILE = 'node_modules/.package-lock.json';

export const test = base.extend<{ project: DevelopedProject }, { developed: DevelopedProject }>({
  developed: [
    async ({}, use) => {
      const copy = new ProjectCopy().create();
      symlinkSync(resolve(INSTALLED_FILE), join(copy.root, INSTALLED_FILE));
      const port = await freePort(0);
      const npm = spawn('npm', ['run', 'dev', '--silent', '--', `--port=${port}`], {
        cwd: copy.root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CMS_REPO: '' },
      });
      let said = '';
      for (const stream of [npm.stdout, npm.stderr]) {
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      }
      const urls = () => said.match(/http:[^ ]+:\d+/g) ?? [];
      await expect.poll(() => urls().length, { timeout: COMPILE_TIMEOUT_MS }).toBe(2);
      await use(Object.assign(copy, { said: () => said, urls, url: `http://localhost:${port}` }));
      npm.kill();
      // Closes when the last that can write to it has ended.
      await once(npm, 'close');
      copy.remove();
    },
    { scope: 'worker', timeout: 2 * COMPILE_TIMEOUT_MS },
  ],

  baseURL: async ({ developed }, use) => {
    await use(developed.url);
  },

  /** With the tests' content before and after. */
  project: async ({ developed }, use) => {
    await use(developed);
    cpSync(FROZEN_CONTENT, developed.contentFolder, { recursive: true });
  },
});

export { expect };

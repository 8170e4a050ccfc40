import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandOf } from '../../../local/machine.ts';
import { ProjectCopy } from '../project-copy.ts';
import { expect, test } from './fixtures.ts';

/** `expect` for what the dev server has to compile first. */
export const patient = expect.configure({ timeout: 60_000 });

/** A copy of the project for the tests of a file, which run one after the other, and its dev server. */
export class DevelopedProject extends ProjectCopy {
  #stop: (() => Promise<void>) | undefined;

  constructor() {
    super();
    test.describe.configure({ mode: 'default', timeout: 180_000 });
    test.use({ baseURL: '' });
    test.beforeAll(() => {
      this.create();
    });
    test.afterEach(async ({ page }) => {
      // An open page would log errors about the lost server.
      await page.close();
    });
    test.afterAll(async () => {
      await this.#stop?.();
      this.remove();
    });
  }

  /** Starts `astro dev` on a free port. */
  async serve() {
    const [program = '', ...args] = commandOf('astro', 'dev', '--port', '0');
    const server = spawn(program, args, {
      cwd: this.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CMS_REPO: '' },
    });
    this.#stop = async () => {
      // On SIGTERM, Vite first finishes its pending work; there is nothing to save here.
      server.kill('SIGKILL');
      await once(server, 'exit');
    };
    let output = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const url = (): string => /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';
    await patient.poll(url).not.toBe('');
    return { url: url(), output: () => output };
  }
}

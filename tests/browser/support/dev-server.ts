import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { commandOf } from '../../../scripts/machine.ts';

const ADDRESS = /http:\/\/localhost:\d+/;

/** The dev server of a project, on any free port. */
export class DevServer {
  /** All that it has said so far. */
  output = '';
  #process: ChildProcess;
  #exited: Promise<unknown>;

  constructor(root: string) {
    const [program = '', ...args] = commandOf('astro', 'dev', '--port', '0');
    this.#process = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CMS_REPO: '' },
    });
    this.#exited = once(this.#process, 'exit');
    const record = (chunk: Buffer) => {
      this.output += chunk.toString();
    };
    this.#process.stdout?.on('data', record);
    this.#process.stderr?.on('data', record);
  }

  /** Its address, or nothing as long as it has not started. */
  get url(): string {
    return ADDRESS.exec(this.output)?.[0] ?? '';
  }

  /** Asked to end, Vite first waits for whatever it is still doing; there is nothing to save here. */
  async stop(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }
}

/** A copy of the project with the tests' content, which a test may change, build and serve. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { commandOf } from '../../local/machine.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const LIVE_CONTENT = join(PROJECT, 'src/content');
const TEST_CONTENT = join(PROJECT, 'tests/content');

/** Left out of the copy: installed packages, build output and Git. */
const LEFT_OUT = ['node_modules', '.git', '.local', '.astro', 'dist', 'test-results'];

/** Where npm links the project's own packages. */
const OWN_PACKAGES = '@site';

/** Of Vitest, with which React and Astro build for development, and of a workflow, whose commit the copy is not. */
const FOREIGN_VARIABLES = [
  ...['NODE_ENV', 'MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL', 'TEST', 'VITEST'],
  'GITHUB_SHA',
];

export class ProjectCopy {
  /** Outside the project, where a package deleted from the copy would still be found. */
  readonly root = join(realpathSync(tmpdir()), `project-${randomUUID()}`);

  /** Not in the constructor: Playwright also loads test files that it does not run. */
  create(): this {
    for (const name of readdirSync(PROJECT)) {
      if (LEFT_OUT.includes(name)) continue;
      cpSync(join(PROJECT, name), join(this.root, name), {
        recursive: true,
        filter: (source) => source !== LIVE_CONTENT && basename(source) !== 'node_modules',
      });
    }
    cpSync(TEST_CONTENT, this.contentFolder, { recursive: true });
    this.#linkPackages();
    return this;
  }

  /** Links what npm installed, but the copy's own packages instead of the project's. */
  #linkPackages(): void {
    const from = join(PROJECT, 'node_modules');
    const to = join(this.root, 'node_modules');
    mkdirSync(join(to, OWN_PACKAGES), { recursive: true });
    const link = (target: string, name: string): void => {
      symlinkSync(target, join(to, name), 'junction');
    };
    for (const name of readdirSync(from)) {
      if (name !== OWN_PACKAGES && !name.startsWith('.')) link(join(from, name), name);
    }
    for (const name of readdirSync(join(from, OWN_PACKAGES))) {
      const path = join(OWN_PACKAGES, name);
      link(join(this.root, relative(PROJECT, realpathSync(join(from, path)))), path);
    }
  }

  get contentFolder(): string {
    return join(this.root, 'src/content');
  }

  get siteFolder(): string {
    return join(this.root, 'dist');
  }

  /** Replaces a part of a file, which must be there. */
  edit(file: string, part: RegExp, replacement: string): void {
    const path = join(this.root, file);
    const before = readFileSync(path, 'utf8');
    if (!part.test(before)) throw new Error(`${file} has no ${String(part)}.`);
    writeFileSync(
      path,
      before.replace(part, () => replacement),
    );
  }

  /** The first block of code in a language that a document has. */
  codeIn(file: string, language: string): string {
    const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``);
    const [, code] = block.exec(readFileSync(join(this.root, file), 'utf8')) ?? [];
    if (code === undefined) throw new Error(`${file} has no code in ${language}.`);
    return code;
  }

  /**
   * Builds the site, by default into `siteFolder`; throws with the build's output on failure, or if Astro
   * warns.
   *
   * @param envFile takes the variables instead of the process
   */
  build(
    environment: Record<string, string> = {},
    folder = this.siteFolder,
    envFile?: string,
  ): void {
    const file = envFile === undefined ? undefined : join(this.root, envFile);
    const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
    if (file !== undefined) writeFileSync(file, lines.join(''));
    try {
      const said = this.run(
        commandOf('astro', 'build', '--outDir', folder),
        file === undefined ? environment : {},
      );
      if (said.includes('[WARN]')) throw new Error(`The build warns:\n${said}`);
    } finally {
      if (file !== undefined) rmSync(file);
    }
  }

  /**
   * Runs a program in the copy.
   *
   * @returns what it says
   * @throws Error with it, if the program fails
   */
  run([program = '', ...args]: string[], environment: Record<string, string> = {}): string {
    const env = { ...process.env, ...environment };
    for (const name of FOREIGN_VARIABLES) Reflect.deleteProperty(env, name);
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.root,
      encoding: 'utf8',
      env,
    });
    if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    return stdout + stderr;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    this.remove();
  }
}

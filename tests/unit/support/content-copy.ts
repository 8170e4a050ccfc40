/** A copy of the tests' content that a test may break. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { checkContent } from '../../../src/content-check/check.ts';
import type { Problem } from '../../../src/content-check/report.ts';
import { FROZEN_CONTENT } from '../../support/frozen-content.ts';

type Data = Record<string, unknown>;

class ContentCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'content-'));

  constructor() {
    this.restore();
  }

  /** Makes the copy what it was at first. */
  restore(): void {
    rmSync(this.root, { recursive: true, force: true });
    cpSync(FROZEN_CONTENT, this.root, { recursive: true });
  }

  check(): Promise<Problem[]> {
    return checkContent(this.root);
  }

  /** What the check has to say where it says one thing; fails where it says more, or nothing. */
  async onlyProblem(): Promise<Problem> {
    const [problem, ...others] = await this.check();
    expect(others).toEqual([]);
    if (problem === undefined) throw new Error('The check found nothing.');
    return problem;
  }

  /** The line of a file that a problem is about. */
  textAt({ file, line = 0 }: Problem): string | undefined {
    return this.read(file).split('\n')[line - 1];
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  write(file: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
  }

  /** Puts a paragraph behind all that a file says. */
  append(file: string, markdown: string): void {
    this.write(file, `${this.read(file)}\n${markdown}\n`);
  }

  delete(file: string): void {
    rmSync(join(this.root, file));
  }

  /** Changes a file's text, and fails where there was nothing to change. */
  replace(file: string, from: string | RegExp, to: string): void {
    const before = this.read(file);
    const after = before.replace(from, () => to);
    if (after === before) throw new Error(`${file} does not contain ${String(from)}`);
    this.write(file, after);
  }

  /** What a JSON file says. */
  fields(file: string): Data {
    return JSON.parse(this.read(file)) as Data;
  }

  writeFields(file: string, fields: Data): void {
    this.write(file, `${JSON.stringify(fields, null, 2)}\n`);
  }
}

/** A copy for all tests of a file: whole again after each of them, gone after the last. */
export function sharedContentCopy(): ContentCopy {
  const content = new ContentCopy();
  afterEach(() => {
    content.restore();
  });
  afterAll(() => {
    rmSync(content.root, { recursive: true });
  });
  return content;
}

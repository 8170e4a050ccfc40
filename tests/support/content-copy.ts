/** A copy of the tests' content that a test may break. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { checkFolder } from '@site/content/folder';
import { SITE_CONTENT } from '../../src/schemas/collections.ts';
import type { FileIssue } from '@site/content/report';
import { FROZEN_CONTENT } from './frozen-content.ts';

class ContentCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'content-'));

  check(): Promise<FileIssue[]> {
    return checkFolder(SITE_CONTENT, this.root);
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  write(file: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
  }

  /** Appends a paragraph to a file. */
  append(file: string, markdown: string): void {
    this.write(file, `${this.read(file)}\n${markdown}\n`);
  }

  delete(file: string): void {
    rmSync(join(this.root, file));
  }

  /** Replaces text in a file, and fails if nothing changed. */
  replace(file: string, from: string | RegExp, to: string): void {
    const before = this.read(file);
    const after = before.replace(from, () => to);
    if (after === before) throw new Error(`${file} does not contain ${String(from)}`);
    this.write(file, after);
  }
}

/** A copy for all tests of a file: restored before each of them, deleted after the last. */
export function sharedContentCopy(): ContentCopy {
  const content = new ContentCopy();
  beforeEach(() => {
    rmSync(content.root, { recursive: true });
    cpSync(FROZEN_CONTENT, content.root, { recursive: true });
  });
  afterAll(() => {
    rmSync(content.root, { recursive: true });
  });
  return content;
}

/** The editor's test repository: a folder in the browser's own storage, invisible to the site. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

/** Where the editor's `test-repo` backend keeps its files. */
const REPOSITORY = 'sveltia-cms-test';
const CONTENT_FOLDER = 'src/content';

/** Path and content, encoded for the way between Node and the browser. */
type Files = [path: string, base64: string][];

/** Copies a content folder into the repository. The page has to be on the editor's host. */
export async function seedRepository(page: Page, contentFolder: string): Promise<void> {
  const files: Files = readdirSync(contentFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [
      CONTENT_FOLDER + file.slice(contentFolder.length),
      readFileSync(file).toString('base64'),
    ]);
  await page.evaluate(
    async ({ repository, files }) => {
      const storage = await navigator.storage.getDirectory();
      const root = await storage.getDirectoryHandle(repository, { create: true });
      for (const [path, base64] of files) {
        const folders = path.split('/');
        const name = folders.pop() ?? '';
        let folder = root;
        for (const part of folders)
          folder = await folder.getDirectoryHandle(part, { create: true });
        const file = await folder.getFileHandle(name, { create: true });
        const writable = await file.createWritable();
        await writable.write(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
        await writable.close();
      }
    },
    { repository: REPOSITORY, files },
  );
}

/** What a content file says by now; nothing where it is not there, or not there yet. */
export async function readFromRepository(page: Page, file: string): Promise<string> {
  return page.evaluate(
    async ([repository, path]) => {
      try {
        let folder = await navigator.storage.getDirectory();
        const folders = [repository, ...path.split('/')];
        const name = folders.pop() ?? '';
        for (const part of folders) folder = await folder.getDirectoryHandle(part);
        return await (await (await folder.getFileHandle(name)).getFile()).text();
      } catch {
        return '';
      }
    },
    [REPOSITORY, `${CONTENT_FOLDER}/${file}`] as const,
  );
}

/** Puts what the editor has written in the place of a content folder. */
export async function checkOutRepository(page: Page, contentFolder: string): Promise<void> {
  const files = await page.evaluate(async (repository) => {
    const found: Files = [];
    async function visit(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
      for await (const handle of folder.values()) {
        const here = `${path}${handle.name}`;
        if (handle.kind === 'directory') {
          await visit(handle, `${here}/`);
        } else {
          const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
          found.push([here, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))]);
        }
      }
    }
    const storage = await navigator.storage.getDirectory();
    await visit(await storage.getDirectoryHandle(repository), '');
    return found;
  }, REPOSITORY);

  rmSync(contentFolder, { recursive: true, force: true });
  for (const [path, base64] of files) {
    const file = join(contentFolder, path.slice(CONTENT_FOLDER.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(base64, 'base64'));
  }
}

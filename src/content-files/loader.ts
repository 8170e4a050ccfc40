import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { COLLECTIONS, idOf, type Collection, type CollectionName } from '../schemas/collections.ts';
import { filesOf, readContentFile } from './files.ts';

type StoredEntry = Parameters<LoaderContext['store']['set']>[0];

async function readEntry(id: string, path: string, context: LoaderContext): Promise<StoredEntry[]> {
  const { data, body } = readContentFile(path);
  const filePath = relative(fileURLToPath(context.config.root), path).split(sep).join('/');
  try {
    const fields = { id, data: data as Record<string, unknown>, filePath: path };
    const entry = { id, data: await context.parseData(fields), filePath };
    if (!body) return [entry];
    const rendered = await context.renderMarkdown(body.text, { fileURL: pathToFileURL(path) });
    return [{ ...entry, rendered, assetImports: rendered.metadata?.imagePaths ?? [] }];
  } catch (error) {
    context.logger.debug(String(error));
    return [];
  }
}

/**
 * Loads a collection as the content check reads it, with the same repairs. What breaks a rule is left
 * out: the check ends a build over it, and the dev server shows its report instead of any page.
 */
export function contentFiles(name: CollectionName): Loader {
  const collection: Collection = COLLECTIONS[name];
  return {
    name: 'content-files',
    load: async (context) => {
      const folder = fileURLToPath(new URL('content/', context.config.srcDir));
      const entries = await Promise.all(
        filesOf(folder, collection).map((file) =>
          readEntry('file' in collection.files ? name : idOf(file), join(folder, file), context),
        ),
      );
      context.store.clear();
      for (const entry of entries.flat()) context.store.set(entry);
      (context.refreshContextData?.['onRead'] as (() => void) | undefined)?.();
    },
  };
}

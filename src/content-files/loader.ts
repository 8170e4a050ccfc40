import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader } from 'astro/loaders';
import { COLLECTIONS, type Collection, type CollectionName } from '../schemas/collections.ts';
import { filesOf, idOf } from './files.ts';
import { readContentFile } from './read-content-file.ts';

/** By this name, the content check has Astro read all content again. */
export const LOADER_NAME = 'content-files';

/**
 * Loads a collection as the content check reads it, with the same repairs. What breaks a rule is left
 * out: the check ends a build over it, and the dev server shows its report instead of any page.
 */
export function contentFiles(name: CollectionName): Loader {
  const collection: Collection = COLLECTIONS[name];
  return {
    name: LOADER_NAME,
    load: async (context) => {
      const { config, store, logger, refreshContextData: { onRead } = {} } = context;
      const project = fileURLToPath(config.root);
      const folder = fileURLToPath(new URL('content/', config.srcDir));
      store.clear();
      for (const file of filesOf(folder, collection)) {
        const filePath = join(folder, file);
        const id = 'file' in collection.files ? name : idOf(file);
        const { data, body } = readContentFile(filePath);
        try {
          const valid = await context.parseData({
            id,
            data: data as Record<string, unknown>,
            filePath,
          });
          const rendered =
            body && (await context.renderMarkdown(body.text, { fileURL: pathToFileURL(filePath) }));
          store.set({
            id,
            data: valid,
            filePath: relative(project, filePath).replaceAll('\\', '/'),
            ...(rendered && { rendered, assetImports: rendered.metadata?.imagePaths ?? [] }),
          });
        } catch (error) {
          logger.debug(String(error));
        }
      }
      (onRead as (() => void) | undefined)?.();
    },
  };
}

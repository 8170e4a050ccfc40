import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { Collection } from './collection.ts';
import { siteUrl } from './markdown/links.ts';
import { readCollection, type ContentFile } from './folder.ts';

type StoredEntry = Parameters<LoaderContext['store']['set']>[0];

/** The watcher drops a change that immediately follows another. */
const SETTLED_AFTER_MS = 100;

/** The entry for Astro's store; undefined if it breaks a rule, which the content check reports. */
async function toStore(
  { file, entry }: ContentFile,
  contentFolder: string,
  context: LoaderContext,
): Promise<StoredEntry | undefined> {
  const { id, data, fields, body } = entry;
  if (!data) return undefined;
  const path = join(contentFolder, file);
  const filePath = relative(fileURLToPath(context.config.root), path).split(sep).join('/');
  const stored = { id, data: await context.parseData({ id, data, filePath: path }), filePath };
  if (!body) return stored;
  const imagePaths = body.images.map(({ url }) => url);
  return {
    ...stored,
    // In the shape in which Astro's own loaders store Markdown.
    rendered: {
      html: body.html,
      metadata: { headings: body.headings, imagePaths, frontmatter: fields ?? {} },
    },
    assetImports: imagePaths,
  };
}

/**
 * Loads a collection, in the dev server again after each change. Leaves out an entry that breaks a rule: the
 * content check shows the report instead of every page, and a build fails.
 *
 * @throws Error in a build, if a file yields no entry
 */
export function contentFiles(collection: Collection): Loader {
  return {
    name: 'content-files',
    load: async (context) => {
      const { config, meta, store, watcher } = context;
      const folder = fileURLToPath(new URL('content/', config.srcDir));
      const read = async (): Promise<void> => {
        const files = readCollection(folder, collection, siteUrl(config));
        const entries = await Promise.all(files.map((file) => toStore(file, folder, context)));
        store.clear();
        // Astro warns about an empty collection unless it has held an entry.
        store.set({ id: 'none', data: {} });
        store.delete('none');
        for (const entry of entries) if (entry) store.set(entry);
        const missing = files.filter(({ entry }) => !store.has(entry.id)).map(({ file }) => file);
        // Only the dev server watches. Astro reloads pages whose store has changed: a picture alone changes no entry.
        if (watcher) meta.set('readAt', String(Date.now()));
        else if (missing.length > 0)
          throw new Error(`The site would lack ${missing.join(', ')}: run npm run check:content.`);
      };
      let reading = read();
      watcher?.on('all', (_event, path) => {
        if (path.startsWith(folder))
          setTimeout(() => void (reading = reading.then(read, read)), SETTLED_AFTER_MS);
      });
      await reading;
    },
  };
}

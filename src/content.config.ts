import { defineCollection } from 'astro:content';
import { glob, type Loader } from 'astro/loaders';
import { checkedChanges } from './content-check/checked-changes.ts';
import { COLLECTIONS, type CollectionName } from './schemas/collections.ts';
import { withoutSchemaKey } from './schemas/schema-key.ts';

const CONTENT_FOLDER = './src/content';

/**
 * Reads content as the content check does, and leaves mistakes to it, which tells of them in
 * Portuguese: the dev server would add its own line in English to every report.
 */
function likeTheCheck(loader: Loader): Loader {
  return {
    ...loader,
    load: (context) => {
      const logger = context.logger.fork(context.logger.label);
      const error = logger.error.bind(logger);
      logger.error = (message) => {
        if (message.startsWith('Failed to reload')) logger.debug(message);
        else error(message);
      };
      const parseData: typeof context.parseData = ({ data, ...entry }) =>
        context.parseData({ ...entry, data: withoutSchemaKey(data) });
      const watcher = context.watcher && checkedChanges(context.watcher);
      return loader.load({ ...context, logger, parseData, ...(watcher && { watcher }) });
    },
  };
}

/** Loads the files of a collection: one file an entry, or one file that is the whole collection. */
function filesOf(name: CollectionName) {
  const { files } = COLLECTIONS[name];
  return likeTheCheck(
    'file' in files
      ? glob({ base: CONTENT_FOLDER, pattern: files.file, generateId: () => name })
      : glob({ base: `${CONTENT_FOLDER}/${files.folder}`, pattern: `*.${files.extension}` }),
  );
}

const { plans, services, values, clients } = COLLECTIONS;
const { company, site, home, contact, planList, planPage, notFound } = COLLECTIONS;

export const collections = {
  plans: defineCollection({
    loader: filesOf('plans'),
    schema: ({ image }) => plans.schema(image),
  }),
  services: defineCollection({ loader: filesOf('services'), schema: services.schema() }),
  values: defineCollection({ loader: filesOf('values'), schema: values.schema() }),
  clients: defineCollection({
    loader: filesOf('clients'),
    schema: ({ image }) => clients.schema(image),
  }),
  company: defineCollection({ loader: filesOf('company'), schema: company.schema() }),
  site: defineCollection({ loader: filesOf('site'), schema: site.schema() }),
  home: defineCollection({ loader: filesOf('home'), schema: home.schema() }),
  contact: defineCollection({ loader: filesOf('contact'), schema: contact.schema() }),
  planList: defineCollection({ loader: filesOf('planList'), schema: planList.schema() }),
  planPage: defineCollection({ loader: filesOf('planPage'), schema: planPage.schema() }),
  notFound: defineCollection({ loader: filesOf('notFound'), schema: notFound.schema() }),
};

/** Checks one entry, wherever it comes from: a file, or the content editor before it saves. */
import { z } from 'zod';
import type { Issue } from '../content-files/issue.ts';
import type { ContentFile } from '../content-files/parse.ts';
import { quote } from '../content-files/quote.ts';
import type { Collection } from '../schemas/collections.ts';
import type { ImageField } from '../schemas/image.ts';
import { checkBody, type Surroundings } from './body.ts';
import { planPath } from './links.ts';
import { describeField } from './schema-fields.ts';
import { checkData } from './schema-issues.ts';

/** A name that can stand in a URL as it is, and is not the site's own: /planos/404, /planos/index. */
const GOOD_NAME = /^(?!404$|index$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

function checkName(id: string): Issue[] {
  if (GOOD_NAME.test(id)) return [];
  const expected =
    'um nome de arquivo (no editor, ele vem do título) só com letras minúsculas sem acento, algarismos e hífens, que não seja 404 nem index';
  return [{ expected, found: quote(id) }];
}

/** @param id name of the file without folder and extension */
export async function checkEntry(
  collection: Collection,
  id: string,
  { data, body }: Pick<ContentFile, 'data' | 'body'>,
  surroundings: Surroundings,
): Promise<Issue[]> {
  const schema = collection.schema(
    (use) =>
      z.string().superRefine(async (name, context) => {
        const message = await surroundings.checkImage(name, use);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }) as unknown as ReturnType<ImageField>,
  );
  const inName = 'folder' in collection.files ? checkName(id) : [];
  const inFields = await checkData(schema, data);
  const inBody = body ? await checkBody(body, planPath(id), surroundings) : [];
  return [
    ...inName,
    ...inFields.map((issue) => ({ ...issue, field: describeField(schema, issue.path ?? []) })),
    ...inBody.map((issue) => ({ ...issue, field: `“${collection.body?.title ?? ''}”` })),
  ];
}

/** Reads an entry, for the build, the content check and the editor. */
import type { z } from 'zod';
import type { Collection } from './collection.ts';
import type { ImageUse } from './metadata.ts';
import { readBody, type MarkdownBody } from './body.ts';
import { besideTheFile } from './image-field.ts';
import { quote, type Issue, type Path } from './issue.ts';
import { describeField, fieldAt, textsIn } from './schema-fields.ts';
import { checkFields } from './schema-issues.ts';
import { parseSource } from './source.ts';

interface Picture {
  path: Path;
  /** Relative to the content file. */
  name: string;
  use: ImageUse;
}

export interface ContentEntry {
  id: string;
  /** As written; undefined if the file cannot be parsed. */
  fields?: Record<string, unknown>;
  /** As the site uses them, texts repaired; undefined if a field breaks a rule. */
  data?: Record<string, unknown>;
  body?: MarkdownBody;
  pictures: Picture[];
  /** Errors within this file; check.ts and links.ts check what it refers to. */
  issues: Issue[];
  /** Adds the field's label and line to an issue. */
  withLine: (issue: Issue) => Issue;
}

/** A name that needs no encoding in a URL. */
const GOOD_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What Windows calls its devices: there, nobody could check out the repository. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

function checkName(id: string, { files, pages }: Collection): Issue[] {
  if ('file' in files) return [];
  const isTaken = pages?.takenIds.includes(id) === true;
  if (DEVICE.test(id)) {
    const expected =
      'um nome de arquivo (no editor, ele vem do título) que o Windows aceite: duas palavras, por exemplo';
    return [{ expected, found: quote(id) }];
  }
  if (GOOD_NAME.test(id) && !isTaken) return [];
  const expected = isTaken
    ? `um nome de arquivo (no editor, ele vem do título) que dê um endereço livre: ${pages.path}${id} já é do site`
    : 'um nome de arquivo (no editor, ele vem do título) só com letras minúsculas sem acento, algarismos e hifens';
  return [{ expected, found: quote(id) }];
}

function picturesIn(schema: z.ZodType, fields: unknown): Picture[] {
  return textsIn(fields).flatMap(([path, name]) => {
    const use = fieldAt(schema, path)?.image;
    return use ? [{ path, name: besideTheFile(name), use }] : [];
  });
}

/**
 * Reads the text of a content file.
 *
 * @param id name of the file without folder and extension
 * @param homeUrl URL of the site, or only the path that it is deployed under
 */
export function readEntry(
  collection: Collection,
  id: string,
  text: string,
  homeUrl = '/',
): ContentEntry {
  const { files, schema } = collection;
  const source = parseSource(text, 'file' in files ? 'json' : files.extension);
  const { data: fields } = source;
  const lineOf = (path: Path): number =>
    source.lineOf?.(path) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)));
  const withLine = ({ path, ...issue }: Issue): Issue =>
    path ? { ...issue, path, line: lineOf(path), field: describeField(schema, path) } : issue;
  const body = source.body && readBody(source.body, homeUrl, collection.body?.style);
  const read = { id, ...(body && { body }), withLine };
  if (fields === undefined) return { ...read, pictures: [], issues: source.issues };

  const { data, issues } = checkFields(schema, fields);
  return {
    ...read,
    fields,
    ...(data && { data }),
    pictures: picturesIn(schema, fields),
    issues: [
      ...checkName(id, collection),
      ...issues.map(withLine),
      ...(body?.issues ?? []).map((issue) => ({ ...issue, field: bodyLabel(collection) })),
    ],
  };
}

/** Names the Markdown of an entry in a report. */
export function bodyLabel({ body }: Collection): string {
  return `“${body?.title ?? ''}”`;
}

/** The one reader of content: build, content check and editor all read entries here. */
import { z } from 'zod';
import type { Collection } from '../schemas/collections.ts';
import { imagePath, type ImageUse } from '../schemas/image.ts';
import { readBody, type MarkdownBody } from './body.ts';
import { quote, type Issue, type Path } from './issue.ts';
import { describeField, shapeOf } from './schema-fields.ts';
import { checkFields } from './schema-issues.ts';
import { parseSource } from './source.ts';

/** An image file that a field names. */
export interface Picture {
  path: Path;
  /** Relative to the content file. */
  name: string;
  use: ImageUse | 'picture';
}

export interface ContentEntry {
  id: string;
  /** The fields as written; undefined if the file cannot be parsed. */
  fields?: Record<string, unknown>;
  /** The fields as the site uses them, with texts repaired; undefined if one breaks a rule. */
  data?: Record<string, unknown>;
  body?: MarkdownBody;
  pictures: Picture[];
  /** What is wrong within this file. What it refers to is checked elsewhere. */
  issues: Issue[];
  /** Adds the field's label and line to an issue. */
  locate: (issue: Issue) => Issue;
}

/** A name that needs no encoding in a URL. */
const GOOD_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function checkName(id: string, { files, pages }: Collection): Issue[] {
  if ('file' in files) return [];
  const isTaken = pages?.takenIds.includes(id) === true;
  if (GOOD_NAME.test(id) && !isTaken) return [];
  const expected = isTaken
    ? `um nome de arquivo (no editor, ele vem do título) que dê um endereço livre: ${pages.path}${id} já é do site`
    : 'um nome de arquivo (no editor, ele vem do título) só com letras minúsculas sem acento, algarismos e hífens';
  return [{ expected, found: quote(id) }];
}

function picturesIn(schema: z.ZodType, value: unknown, path: Path = []): Picture[] {
  const use = schema.meta()?.image;
  if (use) return typeof value === 'string' ? [{ path, name: value, use }] : [];
  if (schema instanceof z.ZodOptional) return picturesIn(schema.unwrap() as z.ZodType, value, path);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const element = schema.element as z.ZodType;
    return value.flatMap((item, index) => picturesIn(element, item, [...path, index]));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  return Object.entries(shapeOf(schema)).flatMap(([key, field]) =>
    picturesIn(field, (value as Record<string, unknown>)[key], [...path, key]),
  );
}

/**
 * Reads the text of a content file.
 *
 * @param id name of the file without folder and extension
 * @param base path that the site is deployed under
 */
export function readEntry(
  collection: Collection,
  id: string,
  text: string,
  base = '/',
): ContentEntry {
  const { files } = collection;
  const source = parseSource(text, 'file' in files ? 'json' : files.extension);
  const { data: fields, lineOf } = source;
  const schema = collection.schema(imagePath);
  const locate = ({ path, ...issue }: Issue): Issue =>
    path ? { ...issue, path, line: lineOf(path), field: describeField(schema, path) } : issue;
  const body = source.body && readBody(source.body, base);
  const read = { id, ...(body && { body }), locate };
  if (fields === undefined) return { ...read, pictures: [], issues: source.issues };

  const { data, issues } = checkFields(schema, fields);
  return {
    ...read,
    fields,
    ...(data && { data }),
    pictures: picturesIn(schema, fields),
    issues: [
      ...checkName(id, collection),
      ...issues.map(locate),
      ...(body?.issues ?? []).map((issue) => ({ ...issue, field: bodyLabel(collection) })),
    ],
  };
}

/** What a report calls the Markdown of an entry. */
export function bodyLabel({ body }: Collection): string {
  return `“${body?.title ?? ''}”`;
}

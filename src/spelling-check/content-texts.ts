/** Everything that visitors read from the content, and which words of it are names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { filesOf } from '../content-check/file-names.ts';
import type { Path } from '../content-check/problem.ts';
import { labelOf, valueAt } from '../content-check/schema-fields.ts';
import { readSourceFile, type SourceFile } from '../content-check/source-file.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { imagePath } from '../schemas/image.ts';

export interface VisitorText {
  file: string;
  line: number | undefined;
  /** What editors call the field, where the text is one. */
  label?: string | undefined;
  text: string;
}

/** Fields that hold no words: names of files and of icons, addresses of mailboxes. */
const WORDLESS_FIELDS = new Set(['icon', 'image', 'src', 'email', 'toEmail', 'fromEmail']);

/** Fields whose words are right as their owner writes them, here and in every other text. */
const NAME_FIELDS: Partial<Record<string, Path[]>> = {
  company: [['name'], ['address', 'street'], ['address', 'district'], ['address', 'city']],
  clients: [['alt']],
  plans: [
    ['teaser', 'title'],
    ['list', 'title'],
    ['detail', 'name'],
  ],
};

/** The target of a Markdown link, and code. */
const MARKDOWN_WORDLESS = /\]\([^)]*\)|`[^`]*`/g;

function textFieldsIn(data: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof data === 'string') return [{ path, text: data }];
  if (typeof data !== 'object' || data === null) return [];
  const entries: [PropertyKey, unknown][] = Array.isArray(data)
    ? Array.from(data.entries())
    : Object.entries(data).filter(([field]) => !WORDLESS_FIELDS.has(field));
  return entries.flatMap(([key, value]) => textFieldsIn(value, [...path, key]));
}

interface ContentFile extends SourceFile {
  file: string;
  collectionName: string;
  schema: z.ZodType;
}

function contentFiles(root: string): ContentFile[] {
  return Object.entries<Collection>(COLLECTIONS).flatMap(([collectionName, collection]) =>
    filesOf(root, collection)
      .filter((file) => existsSync(join(root, file)))
      .map((file) => ({
        ...readSourceFile(join(root, file)),
        file,
        collectionName,
        schema: collection.schema(imagePath),
      })),
  );
}

/** @param root the content folder; files are named relative to it */
export function textsInContent(root: string): VisitorText[] {
  return contentFiles(root).flatMap(({ file, data, schema, lineOf, body }) => {
    const fields = textFieldsIn(data).map(({ path, text }) => ({
      file,
      line: lineOf(path),
      label: labelOf(schema, path),
      text,
    }));
    const lines = (body?.text ?? '').replace(MARKDOWN_WORDLESS, ' ').split('\n');
    const inBody = lines.map((text, index) => ({
      file,
      line: (body?.firstLine ?? 1) + index,
      text,
    }));
    return [...fields, ...inBody];
  });
}

/** The names of the company, its street and city, its clients and its plans. */
export function namesInContent(root: string): string[] {
  return contentFiles(root).flatMap(({ collectionName, data }) =>
    (NAME_FIELDS[collectionName] ?? [])
      .map((path) => valueAt(data, path))
      .filter((name) => typeof name === 'string'),
  );
}

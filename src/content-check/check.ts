/**
 * Checks every content file against its schema and the rules that span files, without a build, and
 * collects all errors, so that an editor fixes them in one go.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { ContentFile } from '../content-files/content-file.ts';
import { filesOf, idOf, isNote } from '../content-files/files.ts';
import { quote } from '../content-files/quote.ts';
import { readContentFile } from '../content-files/read-content-file.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { checkBody } from './body.ts';
import { crossFileRules } from './cross-file-rules.ts';
import { checkImage, imageOnDisk } from './images.ts';
import { describeSite, planPath, type Site } from './links.ts';
import { readMarkdown, type MarkdownParts } from './markdown-parts.ts';
import type { Issue, Problem } from './problem.ts';
import { fieldName, labelOf } from './schema-fields.ts';
import { checkData } from './schema-issues.ts';

const PUBLIC_FOLDER = fileURLToPath(new URL('../../public', import.meta.url));

/** What the build adds to the files of `public`. */
const BUILT_FILES = ['/robots.txt'];

interface ReadFile extends ContentFile {
  /** Relative to the content folder. */
  file: string;
  parts: MarkdownParts | undefined;
}

function locate({ path, ...issue }: Issue, { file, lineOf }: ReadFile, schema: z.ZodType): Problem {
  const label = labelOf(schema, path);
  return { file, line: lineOf(path), field: fieldName(path), label, ...issue };
}

async function checkFile(
  root: string,
  read: ReadFile,
  collection: Collection,
  site: Site,
): Promise<Problem[]> {
  const { file, data, body, parts, issues } = read;
  if (data === undefined) return issues.map((issue) => ({ file, ...issue }));
  const path = join(root, file);
  const schema = collection.schema(imageOnDisk(path));
  const inFields = await checkData(schema, data);
  const here = planPath(idOf(file));
  const inBody = parts ? await checkBody(parts, here, site, (name) => checkImage(path, name)) : [];
  return [
    ...inFields.map((issue) => locate(issue, read, schema)),
    ...inBody.map((issue) => ({
      file,
      label: collection.body?.title,
      ...issue,
      line: (body?.firstLine ?? 1) - 1 + issue.line,
    })),
  ];
}

function checkTogether(collection: Collection, found: string[]): Problem[] {
  const { files } = collection;
  if ('file' in files) return [];
  const entries = found.map((file) => ({ id: idOf(file) }));
  return crossFileRules(collection, entries).map(({ id, ...issue }) => ({
    file: id === undefined ? `${files.folder}/` : `${files.folder}/${id}.${files.extension}`,
    ...issue,
  }));
}

/** Content under a name that no collection knows: nobody would ever see it. */
function checkStrays(files: string[], known: string[]): Problem[] {
  return files
    .filter((file) => /\.(?:md|json)$/i.test(file) && !isNote(basename(file)))
    .filter((file) => !known.includes(file))
    .map((file) => ({
      file,
      expected: 'um arquivo que o site use, na mesma pasta e com a mesma extensão dos outros',
      found: `${quote(basename(file))}, que não aparece em lugar nenhum`,
    }));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll('\\', '/')).sort();
}

async function checkFolder(root: string): Promise<Problem[]> {
  const collections = Object.values<Collection>(COLLECTIONS).map((collection) => ({
    collection,
    reads: filesOf(root, collection).map((file) => {
      const read = readContentFile(join(root, file));
      return { ...read, file, parts: read.body && readMarkdown(read.body.text) };
    }),
  }));
  const all = collections.flatMap(({ reads }) => reads);
  const plans = all
    .filter(({ file }) => file.endsWith('.md'))
    .map(({ file, parts }) => ({ id: idOf(file), body: parts }));
  const served = filesBelow(PUBLIC_FOLDER).map((file) => `/${file}`);
  const site = describeSite(plans, (path) => [...served, ...BUILT_FILES].includes(path));
  const problems = await Promise.all(
    collections.map(async ({ collection, reads }) => [
      ...(await Promise.all(reads.map((read) => checkFile(root, read, collection, site)))).flat(),
      ...checkTogether(
        collection,
        reads.map(({ file }) => file),
      ),
    ]),
  );
  const known = all.map(({ file }) => file);
  return [...problems.flat(), ...checkStrays(filesBelow(root), known)];
}

/**
 * Checks all content below a folder.
 *
 * @param root the content folder, `src/content`
 * @returns every error found, none where all is well
 */
export async function checkContent(root: string): Promise<Problem[]> {
  try {
    return await checkFolder(root);
  } catch (error) {
    // Whatever the check cannot cope with: a folder that is none, a text of a thousand brackets.
    return [{ file: '', expected: 'pastas e arquivos que possam ser lidos', found: String(error) }];
  }
}

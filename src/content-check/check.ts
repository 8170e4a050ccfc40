/**
 * Checks every content file against its schema and the rules that span files, without a build, and
 * collects all mistakes, so that an editor mends them in one go.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { adviceOnField, adviceOnOption } from './advice.ts';
import { checkBody } from './body.ts';
import { checkStrays, filesOf } from './file-names.ts';
import { imageOnDisk } from './images.ts';
import type { Path, Problem } from './problem.ts';
import { fieldName, labelOf, schemaAt, valueAt } from './schema-fields.ts';
import { expected, found, quote } from './sentences.ts';
import { readSourceFile, type FileMistake, type SourceFile } from './source-file.ts';
import { checkTogether, type Entry } from './together.ts';

/** One problem for each unknown field, one for everything else that zod complains about. */
function problemsOf(
  issue: z.core.$ZodIssue,
  file: string,
  schema: z.ZodType,
  { data, lineOf }: SourceFile,
): Problem[] {
  const problemAt = (path: Path, rest: Pick<Problem, 'found' | 'advice'>): Problem => ({
    file,
    line: lineOf(path),
    field: fieldName(path),
    label: labelOf(schema, path),
    expected: expected(issue),
    ...rest,
  });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return problemAt(path, {
        found: quote(key),
        advice: adviceOnField(schema, path.map(String)),
      });
    });
  }
  const value = valueAt(data, issue.path);
  const labels = schemaAt(schema, issue.path)?.meta()?.optionLabels ?? {};
  const advice =
    issue.code === 'invalid_value' ? adviceOnOption(value, issue.values, labels) : undefined;
  return [problemAt(issue.path, { found: found(issue, value), advice })];
}

/** A mistake of the file's, with the labels of the field that it is in. */
function inWords({ path, ...mistake }: FileMistake, file: string, schema: z.ZodType): Problem {
  const place = path && { field: fieldName(path), label: labelOf(schema, path) };
  return { file, ...mistake, ...place };
}

/** Checks one file. The entry is there where the file could be read at all. */
async function checkFile(root: string, file: string, collection: Collection) {
  const path = join(root, file);
  if (!existsSync(path)) {
    const problem: Problem = { file, expected: 'este arquivo', found: 'nada: ele não existe' };
    return { problems: [problem] };
  }
  const source = readSourceFile(path);
  const schema: z.ZodType = collection.schema(imageOnDisk(path));
  const inFile = source.mistakes.map((mistake) => inWords(mistake, file, schema));
  if (source.data === undefined) return { problems: inFile };

  const { error } = await schema.safeParseAsync(source.data);
  const violations = (error?.issues ?? [])
    .flatMap((issue) => problemsOf(issue, file, schema, source))
    // What is written wrong already breaks rules that somebody kept.
    .filter(({ line }) => !inFile.some((mistake) => mistake.line === line));
  const inBody =
    source.body && collection.body
      ? await checkBody(path, file, source.body, collection.body.title)
      : [];
  const entry: Entry = { file, data: source.data, lineOf: source.lineOf };
  return { problems: [...inFile, ...violations, ...inBody], entry };
}

/**
 * Checks all content below a folder.
 *
 * @param root the content folder, `src/content`
 * @returns every mistake found, none where all is well
 */
export async function checkContent(root: string): Promise<Problem[]> {
  const collections: Collection[] = Object.values(COLLECTIONS);
  const perCollection = collections.map(async (collection) => {
    const files = filesOf(root, collection);
    const checked = await Promise.all(files.map((file) => checkFile(root, file, collection)));
    const entries = checked.flatMap(({ entry }) => entry ?? []);
    return [
      ...checked.flatMap(({ problems }) => problems),
      ...checkTogether(collection, files, entries),
    ];
  });
  return [...(await Promise.all(perCollection)).flat(), ...checkStrays(root, collections)];
}

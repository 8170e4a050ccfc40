/**
 * Checks every content file against its schema and the rules that span files, without a build, and
 * collects all mistakes, so that an editor mends them in one go.
 */
import { join } from 'node:path';
import type { z } from 'zod';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { adviceOnField, adviceOnOption, adviceOnType } from './advice.ts';
import { checkBody } from './body.ts';
import { checkStrays, collectionMistake, filesOf, folderMistake } from './file-names.ts';
import { imageOnDisk } from './images.ts';
import { tellingIssues } from './issues.ts';
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
  const field = schemaAt(schema, issue.path);
  const labels = field?.meta()?.optionLabels ?? {};
  const advice =
    issue.code === 'invalid_value'
      ? adviceOnOption(value, issue.values, labels)
      : adviceOnType(issue, value, file.endsWith('.md') ? 'yaml' : 'json', field);
  return [problemAt(issue.path, { found: found(issue, value), advice })];
}

/** A mistake of the file's, with the labels of the field that it is in. */
function inWords({ path, ...mistake }: FileMistake, file: string, schema: z.ZodType): Problem {
  const place = path && { field: fieldName(path), label: labelOf(schema, path) };
  return { file, ...mistake, ...place };
}

interface Checked {
  problems: Problem[];
  /** There where the file could be read at all. */
  entry?: Entry;
}

async function checkReadable(root: string, file: string, collection: Collection): Promise<Checked> {
  const path = join(root, file);
  const source = readSourceFile(path);
  const schema: z.ZodType = collection.schema(imageOnDisk(path));
  const inFile = source.mistakes.map((mistake) => inWords(mistake, file, schema));
  if (source.data === undefined) return { problems: inFile };

  const { error } = await schema.safeParseAsync(source.data);
  const violations = tellingIssues(error?.issues ?? [])
    .flatMap((issue) => problemsOf(issue, file, schema, source))
    // What is written wrong already breaks rules that somebody kept.
    .filter(({ line }) => !inFile.some((mistake) => mistake.line === line));
  const inBody =
    source.body && collection.body
      ? await checkBody(root, file, source.body, collection.body.title)
      : [];
  const entry: Entry = { file, data: source.data, lineOf: source.lineOf };
  return { problems: [...inFile, ...violations, ...inBody], entry };
}

/** Checks one file, and says so where the check itself cannot cope with it. */
async function checkFile(root: string, file: string, collection: Collection): Promise<Checked> {
  try {
    return await checkReadable(root, file, collection);
  } catch (error) {
    const expected = 'um arquivo que a conferência consiga ler';
    return {
      problems: [{ file, expected, found: `algo que a faz parar: ${quote(String(error))}` }],
    };
  }
}

async function checkCollection(root: string, collection: Collection): Promise<Problem[]> {
  const noCollection = collectionMistake(root, collection);
  if (noCollection) return [noCollection];
  const files = filesOf(root, collection);
  const checked = await Promise.all(files.map((file) => checkFile(root, file, collection)));
  const entries = checked.flatMap(({ entry }) => entry ?? []);
  return [
    ...checked.flatMap(({ problems }) => problems),
    ...checkTogether(collection, files, entries),
  ];
}

/**
 * Checks all content below a folder.
 *
 * @param root the content folder, `src/content`
 * @returns every mistake found, none where all is well
 */
export async function checkContent(root: string): Promise<Problem[]> {
  const noFolder = folderMistake(root);
  if (noFolder) return [{ file: '', ...noFolder }];
  const collections: Collection[] = Object.values(COLLECTIONS);
  try {
    const problems = await Promise.all(
      collections.map((collection) => checkCollection(root, collection)),
    );
    return [...problems.flat(), ...checkStrays(root, collections)];
  } catch (error) {
    // The system names the folder that it would not list.
    return [{ file: '', expected: 'pastas que se possam ler', found: quote(String(error)) }];
  }
}

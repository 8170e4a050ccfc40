/**
 * Checks every content file against its schema and the rules that span files, without a build, and
 * collects all mistakes, so that an editor mends them in one go.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { COLLECTIONS } from '../schemas/collections.ts';
import type { ImageField } from '../schemas/image.ts';
import { expected, found } from './sentences.ts';
import { readSourceFile } from './source-file.ts';

/** One mistake, in words for the person who made it. */
export interface Problem {
  /** Relative to the content folder, with forward slashes. */
  file: string;
  line?: number | undefined;
  /** The field's path, as in `list.features[2]`. */
  field?: string | undefined;
  /** The field's label in the content editor. */
  label?: string | undefined;
  expected: string;
  found: string;
}

interface Entry {
  id: string;
  file: string;
  data: unknown;
  lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

type CollectionDefinition = (typeof COLLECTIONS)[keyof typeof COLLECTIONS];

/** Stands in for Astro's `image()`: a path, relative to the content file, of a file that is there. */
function imageOnDisk(contentFile: string): ImageField {
  return () =>
    z.string().refine((path) => existsSync(resolve(dirname(contentFile), path)), {
      message: 'o caminho de uma imagem que existe, a partir da pasta deste arquivo',
    }) as unknown as ReturnType<ImageField>;
}

/** Writes a path as people do: `list.features[2]`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

/** Finds the label of the field at a path by walking down its schema. */
function labelOf(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let current: z.ZodType | undefined = schema;
  for (const key of path) {
    if (current instanceof z.ZodObject) {
      current = (current.shape as Record<string, z.ZodType | undefined>)[String(key)];
    } else if (current instanceof z.ZodArray) {
      current = current.element as z.ZodType;
    } else {
      return undefined;
    }
  }
  return current?.meta()?.title;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    data,
  );
}

function filesOf(root: string, { files }: CollectionDefinition): string[] {
  if ('file' in files) return [files.file];
  const folder = join(root, files.folder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${files.extension}`))
    .sort()
    .map((name) => `${files.folder}/${name}`);
}

/** Checks one file. The entry is there only when the file could be read and holds to its schema. */
function checkFile(root: string, file: string, collection: CollectionDefinition) {
  const path = join(root, file);
  if (!existsSync(path)) {
    const problem: Problem = { file, expected: 'este arquivo', found: 'nada: ele não existe' };
    return { problems: [problem] };
  }
  const source = readSourceFile(path);
  if (source.syntaxErrors.length > 0) {
    const problems = source.syntaxErrors.map(({ line, message }): Problem => {
      return { file, line, expected: message, found: 'um erro de escrita nesta linha' };
    });
    return { problems };
  }
  const schema: z.ZodType = collection.schema(imageOnDisk(path));
  const result = schema.safeParse(source.data);
  const entry: Entry = {
    id: basename(file).replace(/\.[^.]+$/, ''),
    file,
    data: source.data,
    lineOf: source.lineOf,
  };
  const problems = (result.error?.issues ?? []).map((issue): Problem => {
    const problemPath =
      issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
    return {
      file,
      line: source.lineOf(problemPath),
      field: fieldName(problemPath),
      label: labelOf(schema, problemPath),
      expected: expected(issue),
      found: found(issue, valueAt(source.data, issue.path)),
    };
  });
  return { problems, entry };
}

/** Rules that no single file can break: how many entries, which, and in which order. */
function checkTogether(collection: CollectionDefinition, files: string[], entries: Entry[]) {
  const { files: where } = collection;
  if (!('folder' in where)) return [];
  const problems: Problem[] = [];
  const file = `${where.folder}/`;

  if ('count' in collection && files.length !== collection.count) {
    problems.push({
      file,
      expected: `exatamente ${collection.count} arquivos em ${collection.label}`,
      found: String(files.length),
    });
  }
  if ('requiredIds' in collection) {
    const ids = files.map((name) => basename(name, `.${where.extension}`));
    for (const id of collection.requiredIds.filter((required) => !ids.includes(required))) {
      problems.push({
        file: `${where.folder}/${id}.${where.extension}`,
        expected: 'este arquivo: outros sites apontam para a página dele',
        found: 'nada: ele não existe',
      });
    }
  }
  const byOrder = new Map<unknown, Entry>();
  for (const entry of entries) {
    const order = valueAt(entry.data, ['order']);
    const twin = byOrder.get(order);
    if (order !== undefined && twin) {
      problems.push({
        file: entry.file,
        line: entry.lineOf(['order']),
        field: 'order',
        label: 'Ordem',
        expected: 'uma posição só sua',
        found: `${JSON.stringify(order)}, que já é a de ${twin.file}`,
      });
    }
    byOrder.set(order, entry);
  }
  return problems;
}

/**
 * Checks all content below a folder.
 *
 * @param root the content folder, `src/content`
 * @returns every mistake found, none where all is well
 */
export function checkContent(root: string): Problem[] {
  return Object.values(COLLECTIONS).flatMap((collection: CollectionDefinition) => {
    const files = filesOf(root, collection);
    const checked = files.map((file) => checkFile(root, file, collection));
    const entries = checked.flatMap(({ entry }) => entry ?? []);
    return [
      ...checked.flatMap(({ problems }) => problems),
      ...checkTogether(collection, files, entries),
    ];
  });
}

/** The message that an editor reads: every mistake with its place, what was expected and found. */
export function report(problems: Problem[], contentFolder = 'src/content'): string {
  const title =
    problems.length === 1 ? 'Há 1 erro no conteúdo:' : `Há ${problems.length} erros no conteúdo:`;
  const blocks = problems.map((problem) => {
    const line = problem.line === undefined ? '' : `, linha ${problem.line}`;
    const label = problem.label === undefined ? '' : `“${problem.label}” `;
    return [
      `${contentFolder}/${problem.file}${line}`,
      ...(problem.field ? [`  Campo: ${label}(${problem.field})`] : []),
      `  Esperado: ${problem.expected}`,
      `  Encontrado: ${problem.found}`,
    ].join('\n');
  });
  return [title, ...blocks].join('\n\n');
}

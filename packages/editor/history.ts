/** Earlier versions of an item, all of which GitHub keeps, and the line that says which one the form shows. */
import { idOf, type Collection } from '@site/content/collection';
import { pictureAt, titleOf } from '@site/content/content-files';
import { readEntry } from '@site/content/entry';
import { formatOf } from '@site/content/file-formats';
import { setValue, valueAt } from '@site/content/schema-fields';
import type { Blob, Branch, Commit, Files } from './branch.ts';
import { momentOf } from './dialog.ts';
import { SITE } from './read-entry.ts';

export interface Version {
  path: string;
  /** In quotation marks, after its collection. */
  title: string;
  /** Without the fields that the site has no longer. */
  text: string;
  data: object;
  isShowable: boolean;
  /** By their names in the file. */
  pictures: Map<string, { path: string; blob: Blob }>;
}

export const by = ({ author, committedDate }: Commit, on: string): string =>
  `${author?.name ?? 'alguém'}${on} ${momentOf(new Date(committedDate))}`;

/** False for a value that the form cannot show: of another kind than its field, or no choice of it. */
export function fitsForm(collection: Collection, fields: object): boolean {
  const { issues = [] } = collection.schema.safeParse(fields).error ?? {};
  return issues.every(({ code, path }) => {
    const value = valueAt(fields, path);
    const isLong = code === 'too_big' && Array.isArray(value);
    if (!isLong) return value === undefined || !/^invalid_(?:type|value)$/.test(code);
    // Of a list that is too long, zod reads nothing else.
    return value.every((item) => {
      const one = structuredClone(fields);
      setValue(one, path, [item]);
      return fitsForm(collection, one);
    });
  });
}

/**
 * @param files of the version's commit
 * @returns undefined where there is no such item, or one that nobody can read
 */
export async function versionIn(
  files: Files,
  branch: Branch,
  path: string,
): Promise<Version | undefined> {
  const file = branch.fileAt(path);
  const { blob } = files.get(file) ?? {};
  const collection = branch.collectionOf(file);
  if (blob === undefined || !collection) return undefined;
  const [stored = ''] = await branch.textsOf([blob]);
  const entry = readEntry(collection, idOf(file), stored, SITE);
  if (!entry.fields) return undefined;
  const { fromFile, toFile } = formatOf(file);
  const written = fromFile(stored);
  const data = structuredClone(written);
  for (const issue of collection.schema.safeParse(entry.fields).error?.issues ?? []) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const key of unknown) Reflect.deleteProperty(valueAt(data, issue.path) as object, key);
  }
  const text = JSON.stringify(data) === JSON.stringify(written) ? stored : toFile(data);
  const pictures = new Map(
    entry.pictures.flatMap(({ name }) => {
      const picture = files.get(pictureAt(file, name) ?? '');
      return picture ? [[name, picture] as const] : [];
    }),
  );
  const title = `${collection.label}: ${titleOf(collection, entry)}`;
  const isShowable = fitsForm(collection, entry.fields);
  return { path, title, text, data, isShowable, pictures };
}

/** A version's pictures that the branch lacks by now. */
export async function lostPictures(branch: Branch, { pictures }: Version) {
  const there = await branch.filesAt();
  const lost = Array.from(pictures).filter(([, { path }]) => !there.has(branch.fileAt(path)));
  return Promise.all(
    lost.map(async ([name, { path, blob }]) => {
      return { name, path, bytes: await branch.bytesOf(blob) };
    }),
  );
}

type Line = [words: HTMLElement, link: HTMLAnchorElement, close: HTMLElement];

export const hideLine = (): void => {
  document.getElementById('version')?.setAttribute('hidden', '');
};

/** Says which version the form shows. */
export function showLine({ repo }: Branch, commit: Commit, isChange: boolean): void {
  const line = document.getElementById('version');
  const [words, link, close] = Array.from(line?.children ?? []) as Line;
  const then = isChange ? ' Confira e salve para voltar a ela.' : '';
  words.textContent = `O formulário mostra a versão de ${by(commit, ', de')}.${then}`;
  link.href = `https://github.com/${repo}/commit/${commit.oid}`;
  close.onclick = hideLine;
  line?.removeAttribute('hidden');
}

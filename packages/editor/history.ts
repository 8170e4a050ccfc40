/** Goes back to an earlier version of an item, or to a deleted item: GitHub keeps all of them. */
import { idOf, type Collection } from '@site/content/collection';
import { pictureAt, titleOf } from '@site/content/content-files';
import { readEntry } from '@site/content/entry';
import { formatOf } from '@site/content/file-formats';
import { setValue, valueAt } from '@site/content/schema-fields';
import { z } from 'zod';
import { GRAPHQL, type Blob, type Branch, type Commit } from './branch.ts';
import { DELETION } from './config.ts';
import { momentOf, showDialog } from './dialog.ts';
import { canonical, ORIGIN } from './origin.ts';
import { mimeType } from './library/pictures.ts';
import { SITE } from './read-entry.ts';

/** Of all fields, by their paths, such as `list.features.0`. The site has one language. */
const VALUES = z.object({ _default: z.looseObject({}) });

/** The library's open form (bundle.ts), as far as it is used. */
const FORM = z.object({
  collectionName: z.string(),
  currentValues: VALUES,
  originalValues: VALUES,
  /** Pictures that a save uploads, by their `blob:` URLs. */
  files: z.looseObject({}),
  interacted: z.boolean(),
});

declare global {
  /** Of another shape in another release of the library. */
  var openForm: z.infer<typeof FORM> | undefined;
}

interface Version {
  path: string;
  /** In quotation marks, after its collection. */
  title: string;
  /** Without the fields that the site has no longer. */
  text: string;
  data: object;
  isShowable: boolean;
  /** By their names in the file. */
  pictures: Map<string, { path: string; blob: Blob }>;
  commit: Commit;
}

const MAX_DELETED = 20;
const COMMIT = /\/commit\/([\da-f]{40})$/;

const by = ({ author, committedDate }: Commit, on: string): string =>
  `${author?.name ?? 'alguém'}${on} ${momentOf(new Date(committedDate))}`;

const warn = (error: unknown): void => {
  showDialog((error as Error).message);
};

/** The file of the open form. */
function openPath({ site, contentFolder }: Branch): string | undefined {
  const [, list = '', id = ''] = /^#\/collections\/(.+)\/entries\/(.+)/.exec(location.hash) ?? [];
  const files = site.collections[list === '_singletons' ? id : list]?.files;
  if (!files) return undefined;
  const file = 'file' in files ? files.file : `${files.folder}/${id}.${files.extension}`;
  return `${contentFolder}/${file}`;
}

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

/** @returns undefined where the commit has no such item, or one that nobody can read */
async function versionAt(branch: Branch, path: string, oid: string): Promise<Version | undefined> {
  const [{ commit }, files] = await Promise.all([
    branch.query<{ commit: Commit }>(
      `commit: object(oid: "${oid}") { ... on Commit { oid committedDate author { name } } }`,
    ),
    branch.filesAt(oid),
  ]);
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
  return { path, title, text, data, isShowable, pictures, commit };
}

/** A version's pictures that the branch lacks by now. */
async function lostPictures(branch: Branch, { pictures }: Version) {
  const there = await branch.filesAt();
  const lost = Array.from(pictures).filter(([, { path }]) => !there.has(branch.fileAt(path)));
  return Promise.all(
    lost.map(async ([name, { path, blob }]) => {
      return { name, path, bytes: await branch.bytesOf(blob) };
    }),
  );
}

/** Commits a deleted item with the pictures that went with it, by way of the gate. */
async function bringBack(branch: Branch, version: Version): Promise<void> {
  const { path, text, commit } = version;
  const newest = await branch.newest(path);
  if (newest?.text !== undefined) {
    showDialog('Este item já está de volta: recarregue a página.');
    return;
  }
  const head = newest?.commit ?? '';
  branch.attempts.set(path, { isNew: true, commit: head });
  const item = { path, bytes: new TextEncoder().encode(text) };
  const files = [item, ...(await lostPictures(branch, version))];
  const additions = files.map((file) => ({ path: file.path, contents: file.bytes.toBase64() }));
  const input = {
    branch: { repositoryNameWithOwner: branch.repo, branchName: branch.name },
    message: { headline: `Bring back ${path} of ${commit.oid.slice(0, 7)}` },
    expectedHeadOid: head,
    fileChanges: { additions, deletions: [] },
  };
  const query =
    'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }';
  const answer = await fetch(GRAPHQL, branch.request({ query, variables: { input } }));
  const { message } = (await answer.json()) as { message?: string };
  if (message !== undefined) throw new Error(message);
  location.reload();
}

const hideLine = (): void => {
  document.getElementById('version')?.setAttribute('hidden', '');
};

/** By their paths, such as `list.features.0`, as the library keeps them. */
const valuesIn = (data: unknown, path: string[] = []): [path: string, value: unknown][] =>
  typeof data === 'object' && data !== null && Object.keys(data).length > 0
    ? Object.entries(data).flatMap(([key, value]) => valuesIn(value, [...path, key]))
    : [[path.join('.'), data]];

/** The values of the last version that the form showed. */
let lastShown = '';

/** Puts a version into the form, as if somebody had typed it: it is saved like any other change. */
async function openVersion(branch: Branch, shown: Version): Promise<void> {
  const { path, data, commit } = shown;
  const lost = await lostPictures(branch, shown);
  const form = globalThis.openForm;
  if (!form || path !== openPath(branch)) return;
  const values = form.currentValues._default;
  // A number is a text in a file with YAML, and a number in the form.
  const text = (all: object) =>
    JSON.stringify(canonical(all), (_, value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    );
  const isUnsaved = ![lastShown, text(form.originalValues)].includes(text(form.currentValues));
  const question =
    'O formulário tem mudanças que você não salvou. Trocar o que está nele por esta versão?';
  if (isUnsaved && !confirm(question)) return;
  // On a phone, the list of versions lies over all else.
  document.querySelector<HTMLElement>('.entry-sidebar-sheet .close')?.click();
  const version = new Map([...valuesIn(data), [ORIGIN, values[ORIGIN]]]);
  for (const { name, path: place, bytes } of lost) {
    const type = mimeType(name.replace(/^.*\./, ''));
    const file = new File([bytes], name.replace(/^.*\//, ''), { type });
    const url = URL.createObjectURL(file);
    const [internalPath, publicPath] = [place, name].map((it) => it.replace(/\/[^/]*$/, ''));
    form.files[url] = {
      file,
      folder: { collectionName: form.collectionName, internalPath, publicPath },
    };
    for (const [field, value] of version) if (value === name) version.set(field, url);
  }
  Object.assign(values, Object.fromEntries(version));
  for (const field of Object.keys(values))
    if (!version.has(field)) Reflect.deleteProperty(values, field);
  form.interacted = true;
  lastShown = text(form.currentValues);
  const isChange = lastShown !== text(form.originalValues);
  const line = document.getElementById('version');
  type Parts = [HTMLElement, HTMLAnchorElement, HTMLButtonElement];
  const [words, link, close] = Array.from(line?.children ?? []) as Parts;
  const then = isChange ? ' Confira e salve para voltar a ela.' : '';
  words.textContent = `O formulário mostra a versão de ${by(commit, ', de')}.${then}`;
  link.href = `https://github.com/${branch.repo}/commit/${commit.oid}`;
  close.onclick = hideLine;
  line?.removeAttribute('hidden');
}

/** What somebody deleted and nobody brought back, the latest first. Files also go when they are renamed or merged. */
export async function deletedFrom(branch: Branch): Promise<(Version & { deletion: Commit })[]> {
  const { history } = await branch.tip<
    Commit & { messageHeadline: string; parents: { nodes: { oid: string }[] } }
  >(
    'history(first: 100) { nodes { oid messageHeadline author { name } committedDate parents(first: 1) { nodes { oid } } } }',
  );
  const deletions = history.nodes
    .filter(({ messageHeadline }) => messageHeadline.startsWith(DELETION))
    .map((it) => ({ deletion: it, oid: it.parents.nodes[0]?.oid ?? it.oid }));
  const commits = deletions.flatMap(({ deletion, oid }) => [oid, deletion.oid]);
  const [tip, ...trees] = await branch.filesOf([branch.name, ...commits]);
  const known = new Set(tip?.keys());
  const gone = deletions.flatMap((it, index) => {
    const [before, after] = trees.slice(2 * index);
    // A developer's own, such as a rename.
    if (Array.from(after?.keys() ?? []).some((file) => !before?.has(file))) return [];
    const paths = Array.from(before ?? []).filter(
      ([file]) => !after?.has(file) && !known.has(file) && branch.collectionOf(file),
    );
    for (const [file] of paths) known.add(file);
    return paths.map(([, { path }]) => ({ ...it, path }));
  });
  const versions = gone.slice(0, MAX_DELETED).map(async ({ path, oid, deletion }) => {
    const version = await versionAt(branch, path, oid);
    return version ? [{ ...version, deletion }] : [];
  });
  return (await Promise.all(versions)).flat();
}

async function showBin(branch: Branch): Promise<void> {
  const deleted = await deletedFrom(branch);
  const dialog = document.querySelector<HTMLDialogElement>('#deleted');
  const items = deleted.map((version) => {
    const { title, deletion } = version;
    const item = document.createElement('li');
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', textContent: 'Trazer de volta' });
    item.append(`${title}, excluído por ${by(deletion, ' em')} `, button);
    button.onclick = () => {
      bringBack(branch, version).catch((error: unknown) => {
        showDialog(`Este item não pôde voltar. ${(error as Error).message}`);
      });
    };
    return item;
  });
  dialog?.querySelector('ul')?.replaceChildren(...items);
  dialog?.showModal();
}

/** Takes over the library's list of an item's changes, whose entries open GitHub in another tab. */
export function adaptHistory(branch: Branch): void {
  const open = window.open.bind(window);
  window.open = (url, ...rest) => {
    const [, oid] = COMMIT.exec(String(url)) ?? [];
    const path = openPath(branch);
    const isKnown = FORM.safeParse(globalThis.openForm).success;
    if (oid === undefined || path === undefined || !isKnown) return open(url, ...rest);
    versionAt(branch, path, oid)
      // An item under another name, or a file that GitHub has no text of.
      .then((it) => (it?.isShowable ? openVersion(branch, it) : void open(url, ...rest)))
      .catch(warn);
    return null;
  };
  window.addEventListener('hashchange', hideLine);
  const bin = document.querySelector<HTMLElement>('#bin');
  if (!bin) return;
  bin.onclick = () => {
    showBin(branch).catch(warn);
  };
  void branch.signedIn.then(() => (bin.hidden = false));
}

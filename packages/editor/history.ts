/** Goes back to an earlier version of an item, or to a deleted item: GitHub keeps all of them. */
import { idOf } from '@site/content/collection';
import { pictureAt, titleOf, usedPictures } from '@site/content/content-files';
import { readEntry, type ContentEntry } from '@site/content/entry';
import { formatOf } from '@site/content/file-formats';
import { setValue } from '@site/content/schema-fields';
import { GRAPHQL, type Blob, type Branch, type Commit } from './branch.ts';
import { showDialog } from './dialog.ts';
import { fingerprintOf, ORIGIN } from './origin.ts';
import { mimeType } from './pictures.ts';
import { showInPreview } from './preview/register.ts';
import { SITE } from './read-entry.ts';

interface Version {
  path: string;
  /** In quotation marks, after its collection. */
  title: string;
  text: string;
  entry: ContentEntry;
  /** By path below the content folder. */
  pictures: Map<string, { path: string; blob: Blob }>;
  commit: Commit;
}

/** A commit, with the files in each folder of the content. */
interface Filed extends Commit {
  file: { object: { entries: { object: { entries?: { path: string }[] } }[] } } | null;
}

const MOMENT = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'medium', timeStyle: 'short' });
const MAX_DELETED = 20;
const COMMIT = /\/commit\/([\da-f]{40})$/;

const by = ({ author, committedDate }: Commit): string =>
  `${author?.name ?? 'alguém'}, ${MOMENT.format(new Date(committedDate))}`;

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
  const [text = ''] = await branch.textsOf([blob]);
  const entry = readEntry(collection, idOf(file), text, SITE);
  const named = usedPictures(branch.site, new Map([[file, entry]]));
  const pictures = new Map(
    named.flatMap((name) => {
      const picture = files.get(name);
      return picture ? [[name, picture]] : [];
    }),
  );
  const title = `${collection.label}: ${titleOf(collection, entry)}`;
  return { path, title, text, entry, pictures, commit };
}

/**
 * Commits a version with its pictures, by way of the gate.
 *
 * @param seen the file's text as the person knows it; undefined if it is deleted
 */
async function goBack(branch: Branch, version: Version, seen: string | undefined): Promise<void> {
  const { path, text, pictures, commit } = version;
  const newest = await branch.newest(path);
  if (newest?.text !== seen) {
    const name = newest?.change?.author?.name ?? 'Outra pessoa';
    throw new Error(
      `${name} mudou este item há pouco. Recarregue a página e veja o histórico de novo.`,
    );
  }
  const head = newest?.commit ?? '';
  branch.attempts.set(path, { isNew: seen === undefined, commit: head, before: seen });
  const files = [{ path, blob: new TextEncoder().encode(text) }, ...pictures.values()];
  const additions = await Promise.all(
    files.map(async (file) => {
      const contents = (await branch.bytesOf(file.blob)).toBase64();
      return { path: file.path, contents };
    }),
  );
  const input = {
    branch: { repositoryNameWithOwner: branch.repo, branchName: branch.name },
    message: { headline: `Go back to ${commit.oid.slice(0, 7)} in ${path}` },
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

const hideLine = (line: HTMLElement | null): void => {
  if (line) line.hidden = true;
  showInPreview(undefined);
};

/** Shows a sentence above the editor (page.ts), without or with what a version offers. */
function showLine(sentence: string, isVersion = false) {
  const line = document.getElementById('version');
  type Parts = [HTMLElement, HTMLButtonElement, HTMLAnchorElement, HTMLButtonElement];
  const [words, back, link, close] = Array.from(line?.children ?? []) as Parts;
  words.textContent = sentence;
  back.hidden = link.hidden = !isVersion;
  close.onclick = () => {
    hideLine(line);
  };
  if (line) line.hidden = false;
  return { back, link };
}

/** Shows a version in the preview, and above the editor whose it is. */
async function showVersion(branch: Branch, version: Version): Promise<void> {
  const { path, text, entry, pictures, commit } = version;
  // On a phone, the list of versions lies over all else.
  document.querySelector<HTMLElement>('.entry-sidebar-sheet .close')?.click();
  const newest = await branch.newest(path);
  const data = formatOf(path).fromFile(text);
  for (const { path: field, name } of entry.pictures) {
    const { blob } = pictures.get(pictureAt(branch.fileAt(path), name) ?? '') ?? {};
    if (blob === undefined) continue;
    const type = mimeType(name.replace(/^.*\./, ''));
    const bytes = new globalThis.Blob([await branch.bytesOf(blob)], { type });
    setValue(data, field, URL.createObjectURL(bytes));
  }
  showInPreview({ path, data });
  const { back, link } = showLine(`A prévia mostra como estava: ${by(commit)}.`, true);
  link.href = `https://github.com/${branch.repo}/commit/${commit.oid}`;
  back.hidden = newest?.text === text;
  back.onclick = () => {
    goBack(branch, version, newest?.text).catch(warn);
  };
}

const AGO = new Intl.RelativeTimeFormat('pt-BR');
const UNITS_MIN = { day: 24 * 60, hour: 60, minute: 1 } as const;

function howLongAgo(date: string): string {
  const passed = (Date.now() - Date.parse(date)) / 60_000;
  const units = Object.entries(UNITS_MIN) as [keyof typeof UNITS_MIN, number][];
  const [unit, length] = units.find(([, minutes]) => passed >= minutes) ?? ['minute', 1];
  return AGO.format(-Math.round(passed / length), unit);
}

/** Says of an older form, such as a restored one, who has changed the item since. */
async function warnOfOlderForm(branch: Branch, path: string, origin: string): Promise<void> {
  const { text, change } = (await branch.newest(path)) ?? {};
  if (!change || text === undefined || (await fingerprintOf(path, text)) === origin) return;
  const name = change.author?.name ?? 'Outra pessoa';
  showInPreview(undefined);
  showLine(`${name} mudou isto ${howLongAgo(change.committedDate)}, e o formulário é de antes.`);
}

/** What the last commits had and the newest has not, the latest first. */
async function deletedFrom(branch: Branch): Promise<(Version & { deletion: Commit })[]> {
  const folder = JSON.stringify(branch.contentFolder);
  const { history } = await branch.tip<Filed>(
    `history(first: 100) { nodes { oid author { name } committedDate file(path: ${folder}) { object { ... on Tree { entries { object { ... on Tree { entries { path } } } } } } } } }`,
  );
  const known = new Set<string>();
  const gone: [path: string, oid: string, deletion: Commit][] = [];
  history.nodes.forEach(({ oid, file }, index) => {
    for (const { object } of file?.object.entries ?? []) {
      for (const { path } of object.entries ?? []) {
        const deletion = history.nodes[index - 1];
        const isGone = !known.has(path) && deletion && branch.collectionOf(path);
        if (isGone) gone.push([path, oid, deletion]);
        known.add(path);
      }
    }
  });
  const versions = gone.slice(0, MAX_DELETED).map(async ([path, oid, deletion]) => {
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
    item.append(`${title}, excluído por ${by(deletion)} `, button);
    button.onclick = () => {
      goBack(branch, version, undefined).catch(warn);
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
    if (oid === undefined || path === undefined) return open(url, ...rest);
    versionAt(branch, path, oid)
      // An item under another name, or a file that GitHub has no text of.
      .then((version) => (version ? showVersion(branch, version) : void open(url, ...rest)))
      .catch(warn);
    return null;
  };
  window.addEventListener('hashchange', () => {
    hideLine(document.getElementById('version'));
  });
  let checked: string | undefined;
  // At the first letter that somebody types.
  document.addEventListener('input', () => {
    const field = document.querySelector<HTMLInputElement>(`[data-key-path="${ORIGIN}"] input`);
    const path = openPath(branch);
    if (!field || path === undefined || field.value === checked) return;
    checked = field.value;
    // The next save says what keeps the editor from the branch.
    warnOfOlderForm(branch, path, checked).catch(() => undefined);
  });
  const bin = document.querySelector<HTMLElement>('#bin');
  if (!bin) return;
  bin.onclick = () => {
    showBin(branch).catch(warn);
  };
  void branch.signedIn.then(() => (bin.hidden = false));
}

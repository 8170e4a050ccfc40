/** Reads the branch as it is now, with the library's own sign-in. */
import type { CmsConfig } from '@sveltia/cms';
import { idOf, type Collection, type LinkTarget } from '@site/content/collection';
import { readEntry, type ContentEntry } from '@site/content/entry';
import { targetsOf } from '@site/content/links';
import { API } from './api-errors.ts';
import { collectionOf, SITE } from './read-entry.ts';

const GRAPHQL = `${API}/graphql`;
const NOT_FOUND = 404;

/** A file of a collection, as the branch has it. */
export interface BranchFile {
  /** In the repository, such as `src/content/plans/tecnologia.md`. */
  path: string;
  collection: Collection;
  entry: ContentEntry;
}

/** Link targets on the files' own pages. */
export function targetsIn(files: BranchFile[]): LinkTarget[] {
  return files.flatMap(({ entry, collection }) => targetsOf(entry, collection));
}

interface Folder {
  entries: { name: string; object: { text?: string | null } }[];
}

interface Commit {
  oid: string;
  committedDate: string;
}

interface Answer {
  data: {
    repository: { ref: { target: { history: { nodes: Commit[] } } } } & Record<
      string,
      Folder | null
    >;
  };
}

export class Branch {
  readonly #send: typeof fetch;
  readonly #contentFolder: string;
  readonly #collections: Record<string, Collection>;
  /** The library's last request, whose sign-in is reused; none with local files. */
  #request: RequestInit | undefined;
  #hasSignedIn = (): void => undefined;
  readonly signedIn = new Promise<void>((resolve) => (this.#hasSignedIn = resolve));
  /** Paths of new files that an attempt to save has named since the last commit. */
  readonly newPaths = new Set<string>();
  /** How often the library has asked for the newest commit since a save began. */
  #looks = 0;
  readonly repo: string;
  readonly #name: string;

  constructor(
    send: typeof fetch,
    { backend, media_folder = '' }: CmsConfig,
    collections: Record<string, Collection>,
  ) {
    this.#send = send;
    this.repo = 'repo' in backend ? backend.repo : '';
    this.#name = 'branch' in backend ? (backend.branch ?? '') : '';
    this.#contentFolder = media_folder;
    this.#collections = collections;
  }

  /** Begins a save, for which the library has just compared its item with the branch. */
  beginSave(): void {
    this.#looks = 0;
  }

  /** True if a colleague has committed since the save began: on a new commit, the library asks again. */
  get hasMoved(): boolean {
    return this.#looks > 1;
  }

  /** Remembers how the library signs its requests. */
  observe(url: string, init: RequestInit | undefined): void {
    if (url !== GRAPHQL) return;
    const { body } = init ?? {};
    if (typeof body === 'string' && body.includes('history(first: 1)')) this.#looks += 1;
    this.#request = init;
    this.#hasSignedIn();
  }

  async #query(selection: string): Promise<Answer['data']['repository']> {
    const [owner, name] = this.repo.split('/').map((part) => JSON.stringify(part));
    const query = `{ repository(owner: ${owner ?? ''}, name: ${name ?? ''}) { ${selection} } }`;
    const answer = await this.#send(GRAPHQL, {
      ...this.#request,
      body: JSON.stringify({ query }),
    });
    const { data, message } = (await answer.json()) as Answer & { message?: string };
    if (message !== undefined) throw new Error(message);
    return data.repository;
  }

  /** The newest commits, the latest first. */
  async commits(): Promise<Commit[]> {
    const name = JSON.stringify(this.#name);
    const { ref } = await this.#query(
      `ref(qualifiedName: ${name}) { target { ... on Commit { history(first: 100) { nodes { oid committedDate } } } } }`,
    );
    return ref.target.history.nodes;
  }

  /** A file of a collection, from its bytes; undefined for any other file. */
  read(path: string, bytes: Uint8Array): BranchFile | undefined {
    const collection = collectionOf(this.#collections, path);
    const text = new TextDecoder().decode(bytes);
    return collection && { path, collection, entry: readEntry(collection, idOf(path), text, SITE) };
  }

  /** The bytes of a file; undefined if the commit has no such file. */
  async bytes(path: string, commit: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const headers = new Headers(this.#request?.headers);
    headers.set('accept', 'application/vnd.github.raw');
    const url = `${API}/repos/${this.repo}/contents/${encodeURI(path)}?ref=${commit}`;
    const answer = await this.#send(url, { headers });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    if (answer.status === NOT_FOUND) return undefined;
    throw new Error(((await answer.json()) as { message: string }).message);
  }

  /** All files of the collections that are folders; undefined with local files. */
  async files(commit = this.#name): Promise<BranchFile[] | undefined> {
    if (!this.#request) return undefined;
    const folders = Object.entries(this.#collections).flatMap(([name, collection]) =>
      'folder' in collection.files
        ? [{ name, collection, path: `${this.#contentFolder}/${collection.files.folder}` }]
        : [],
    );
    const tree = '... on Tree { entries { name object { ... on Blob { text } } } }';
    const found = await this.#query(
      folders
        .map(({ name, path }) => `${name}: object(expression: "${commit}:${path}") { ${tree} }`)
        .join(' '),
    );
    return folders.flatMap(({ name: key, collection, path }) =>
      // A folder without files does not exist.
      (found[key]?.entries ?? [])
        .filter(({ name }) => collectionOf(this.#collections, `${path}/${name}`))
        .map(({ name, object: { text } }) => ({
          path: `${path}/${name}`,
          collection,
          // GitHub shows no text of a file that is not UTF-8.
          entry: readEntry(collection, idOf(name), text ?? '', SITE),
        })),
    );
  }
}

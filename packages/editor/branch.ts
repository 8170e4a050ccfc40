/** Reads the branch as it is now, with the library's own sign-in. */
import type { CmsConfig } from '@sveltia/cms';
import { idOf, type Collection, type LinkTarget } from '@site/content/collection';
import { readEntry, type ContentEntry } from '@site/content/entry';
import { targetsOf } from '@site/content/links';
import { API } from './api-errors.ts';
import { collectionOf, SITE } from './read-entry.ts';

const GRAPHQL = `${API}/graphql`;
const NOT_FOUND = 404;

export interface BranchFile {
  /** In the repository, such as `src/content/plans/tecnologia.md`. */
  path: string;
  collection: Collection;
  entry: ContentEntry;
}

export function targetsIn(files: BranchFile[]): LinkTarget[] {
  return files.flatMap(({ entry, collection }) => targetsOf(entry, collection));
}

interface Folder {
  entries: { name: string; object: { text?: string | null } }[];
}

export interface Commit {
  oid: string;
  committedDate: string;
  author?: { name: string };
}

interface Target {
  oid: string;
  history: { nodes: Commit[] };
  file: { object: { text?: string | null } } | null;
}

interface Answer {
  data: { repository: { ref: { target: Target } } & Record<string, Folder | null> };
}

/** A save of an entry, as far as it has come. */
export interface Attempt {
  isNew: boolean;
  /** The commit with which the form was compared, and the entry's file there. */
  commit?: string;
  before?: string | undefined;
}

export class Branch {
  readonly #send: typeof fetch;
  readonly #contentFolder: string;
  readonly #collections: Record<string, Collection>;
  /** The library's last request, whose sign-in is reused; none with local files. */
  #request: RequestInit | undefined;
  #hasSignedIn = (): void => undefined;
  readonly signedIn = new Promise<void>((resolve) => (this.#hasSignedIn = resolve));
  /** By the path of the entry, since the last commit. */
  readonly attempts = new Map<string, Attempt>();
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

  observe(url: string, init: RequestInit | undefined): void {
    if (url !== GRAPHQL) return;
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

  async #tip(selection: string): Promise<Target> {
    const name = JSON.stringify(this.#name);
    const { ref } = await this.#query(
      `ref(qualifiedName: ${name}) { target { ... on Commit { oid ${selection} } } }`,
    );
    return ref.target;
  }

  /** The newest commits, the latest first. */
  async commits(): Promise<Commit[]> {
    const { history } = await this.#tip('history(first: 100) { nodes { oid committedDate } }');
    return history.nodes;
  }

  /** A file as the newest commit has it, and the last change to it; undefined with local files. */
  async newest(path: string) {
    if (!this.#request) return undefined;
    const name = JSON.stringify(path);
    const { oid, history, file } = await this.#tip(
      `history(first: 1, path: ${name}) { nodes { author { name } committedDate } } file(path: ${name}) { object { ... on Blob { text } } }`,
    );
    // GitHub shows no text of a file that is not UTF-8.
    return {
      commit: oid,
      text: file ? (file.object.text ?? '') : undefined,
      change: history.nodes[0],
    };
  }

  read(path: string, text: string): BranchFile | undefined {
    const collection = collectionOf(this.#collections, path);
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
        ? [{ name, path: `${this.#contentFolder}/${collection.files.folder}` }]
        : [],
    );
    const tree = '... on Tree { entries { name object { ... on Blob { text } } } }';
    const found = await this.#query(
      folders
        .map(({ name, path }) => `${name}: object(expression: "${commit}:${path}") { ${tree} }`)
        .join(' '),
    );
    return folders.flatMap(({ name: key, path }) =>
      // A folder without files does not exist.
      (found[key]?.entries ?? []).flatMap(
        ({ name, object: { text } }) => this.read(`${path}/${name}`, text ?? '') ?? [],
      ),
    );
  }
}

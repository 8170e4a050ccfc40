/** Reads the branch as it is now, with the library's own sign-in. */
import type { CmsConfig } from '@sveltia/cms';
import { checkContent } from '@site/content/check';
import { decodeText } from '@site/content/clean-text';
import { idOf, type Collection, type SiteContent } from '@site/content/collection';
import type { ContentFiles } from '@site/content/content-files';
import { readEntry, type ContentEntry } from '@site/content/entry';
import type { FileIssue } from '@site/content/report';
import { API } from './api-errors.ts';
import { collectionOf, SITE } from './read-entry.ts';

export const GRAPHQL = `${API}/graphql`;

/** A blob's ID, or the bytes that a commit would make one of. */
export type Blob = string | Uint8Array<ArrayBuffer>;

/** The content of a commit: each file's path in the repository, and its blob, by its path below the content folder. */
export type Files = ReadonlyMap<string, { path: string; blob: Blob }>;

/** Folders within folders, below the content folder. */
const MAX_DEPTH = 4;

interface Tree {
  entries?: { path: string; type: string; oid: string; object?: Tree | null }[];
}

const selectTree = (depth: number): string =>
  depth === 0
    ? '__typename'
    : `... on Tree { entries { path type oid object { ${selectTree(depth - 1)} } } }`;

const filesBelow = (tree?: Tree | null): { path: string; blob: string }[] =>
  (tree?.entries ?? []).flatMap(({ path, type, oid, object }) =>
    type === 'blob' ? [{ path, blob: oid }] : filesBelow(object),
  );

export interface Commit {
  oid: string;
  committedDate: string;
  author?: { name: string };
}

interface Target<Node = Commit> {
  oid: string;
  history: { nodes: Node[] };
  repository: { pushedAt: string };
  file: { object: { text?: string | null } } | null;
  /** Of files by their number. */
  [change: `c${number}`]: { nodes: Commit[] } | undefined;
}

interface Answer<Data> {
  message?: string;
  data: { repository: Data };
}

type Texts = Record<string, { text?: string | null; isTruncated?: boolean } | null>;

/** A save of an entry, as far as it has come. */
export interface Attempt {
  isNew: boolean;
  /** The commit with which the form was compared, and the entry's file there. */
  commit?: string;
  before?: string | undefined;
}

/** What the check needs besides the branch: the public files of the site as it was built, and a browser's judge. */
type Reader = Pick<ContentFiles, 'publicFiles' | 'decodePicture'>;

export class Branch {
  readonly #send: typeof fetch;
  readonly #reader: Reader;
  /** By their files and blobs' IDs, which never mean another text. */
  readonly #entries = new Map<string, ContentEntry>();
  /** The library's last request, whose sign-in is reused; none with local files. */
  #request: RequestInit | undefined;
  #hasSignedIn = (): void => undefined;
  readonly signedIn = new Promise<void>((resolve) => (this.#hasSignedIn = resolve));
  /** By the path of the entry, since the last commit. */
  readonly attempts = new Map<string, Attempt>();
  readonly site: SiteContent;
  readonly repo: string;
  readonly name: string;
  readonly contentFolder: string;

  constructor(
    send: typeof fetch,
    { backend, media_folder = '' }: CmsConfig,
    site: SiteContent,
    reader: Reader,
  ) {
    this.#send = send;
    this.repo = 'repo' in backend ? backend.repo : '';
    this.name = 'branch' in backend ? (backend.branch ?? '') : '';
    this.contentFolder = media_folder;
    this.site = site;
    this.#reader = reader;
  }

  observe(url: string, init: RequestInit | undefined): void {
    if (url !== GRAPHQL) return;
    this.#request = init;
    this.#hasSignedIn();
  }

  /** A request to GraphQL, with the sign-in. */
  request(body: object): RequestInit {
    return { ...this.#request, body: JSON.stringify(body) };
  }

  async query<Data>(selection: string): Promise<Data> {
    const [owner, name] = this.repo.split('/').map((part) => JSON.stringify(part));
    const query = `{ repository(owner: ${owner ?? ''}, name: ${name ?? ''}) { ${selection} } }`;
    const answer = await this.#send(GRAPHQL, this.request({ query }));
    const { data, message } = (await answer.json()) as Answer<Data>;
    if (message !== undefined) throw new Error(message);
    return data.repository;
  }

  /** What the newest commit has. */
  async tip<Node = Commit>(selection: string): Promise<Target<Node>> {
    const name = JSON.stringify(this.name);
    const { ref } = await this.query<{ ref: { target: Target<Node> } }>(
      `ref(qualifiedName: ${name}) { target { ... on Commit { oid ${selection} } } }`,
    );
    return ref.target;
  }

  /** The newest commits, the latest first, and when somebody last pushed. */
  async commits(): Promise<{ commits: Commit[]; pushedAt: string }> {
    const { history, repository } = await this.tip(
      'history(first: 100) { nodes { oid committedDate } } repository { pushedAt }',
    );
    return { commits: history.nodes, pushedAt: repository.pushedAt };
  }

  /** A file as the newest commit has it, and the last change to it; undefined with local files. */
  async newest(path: string) {
    if (!this.#request) return undefined;
    const name = JSON.stringify(path);
    const { oid, history, file } = await this.tip(
      `history(first: 1, path: ${name}) { nodes { author { name } committedDate } } file(path: ${name}) { object { ... on Blob { text } } }`,
    );
    // GitHub shows no text of a file that is not UTF-8.
    return {
      commit: oid,
      text: file ? (file.object.text ?? '') : undefined,
      change: history.nodes[0],
    };
  }

  /** The commit that last changed each file, whether it is still there or not. */
  async lastChanges(files: Set<string>): Promise<Map<string, string | undefined>> {
    const paths = [...files];
    const wanted = paths.map((path, index) => {
      return `c${index}: history(first: 1, path: ${JSON.stringify(path)}) { nodes { oid } }`;
    });
    const found = await this.tip(wanted.join(' '));
    return new Map(paths.map((path, index) => [path, found[`c${index}`]?.nodes[0]?.oid]));
  }

  /** @param file below the content folder, or in the repository */
  collectionOf(file: string): Collection | undefined {
    return collectionOf(this.site.collections, file);
  }

  async filesAt(commit = this.name): Promise<Files> {
    return (await this.filesOf([commit]))[0] ?? new Map();
  }

  async filesOf(commits: string[]): Promise<Files[]> {
    const wanted = commits.map((commit, index) => {
      const tree = JSON.stringify(`${commit}:${this.contentFolder}`);
      return `c${index}: object(expression: ${tree}) { ${selectTree(MAX_DEPTH)} }`;
    });
    const found = await this.query<Record<string, Tree | null>>(wanted.join(' '));
    return commits.map((_, index) => {
      const files = filesBelow(found[`c${index}`]);
      return new Map(files.map((file) => [this.fileAt(file.path), file]));
    });
  }

  /** The path below the content folder. A Mac takes accents apart. */
  fileAt(path: string): string {
    return path.slice(this.contentFolder.length + 1).normalize();
  }

  async bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
    if (typeof blob !== 'string') return blob;
    const headers = new Headers(this.#request?.headers);
    headers.set('accept', 'application/vnd.github.raw');
    const answer = await this.#send(`${API}/repos/${this.repo}/git/blobs/${blob}`, { headers });
    if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message);
    return new Uint8Array(await answer.arrayBuffer());
  }

  async textsOf(blobs: Blob[]): Promise<string[]> {
    const wanted = blobs.map((blob, index) =>
      typeof blob === 'string'
        ? `b${index}: object(oid: "${blob}") { ... on Blob { text isTruncated } }`
        : '',
    );
    const found = wanted.some(Boolean) ? await this.query<Texts>(wanted.join(' ')) : undefined;
    return Promise.all(
      blobs.map(async (blob, index) => {
        const { text, isTruncated } = found?.[`b${index}`] ?? {};
        // GitHub shows no text of a file that is not UTF-8.
        const isWhole = typeof text === 'string' && !isTruncated;
        return isWhole ? text : decodeText(await this.bytesOf(blob));
      }),
    );
  }

  /** Every file, and the entry that it is, if it is one. Reads those that no earlier commit had. */
  async #entriesIn(files: Files): Promise<ContentFiles['files']> {
    const keys = Array.from(files, ([file, { blob }]) => ({
      file,
      blob,
      key: `${file} ${String(blob)}`,
    }));
    const unread = keys.filter(
      ({ file, key }) => this.collectionOf(file) && !this.#entries.has(key),
    );
    const texts = await this.textsOf(unread.map(({ blob }) => blob));
    for (const [index, { file, key }] of unread.entries()) {
      const collection = this.collectionOf(file);
      if (collection)
        this.#entries.set(key, readEntry(collection, idOf(file), texts[index] ?? '', SITE));
    }
    return new Map(keys.map(({ file, key }) => [file, this.#entries.get(key)]));
  }

  /**
   * The content as the checks get it.
   *
   * @param isJudged true for a picture whose bytes count, by its place and use
   */
  async contentOf(
    files: Files,
    isJudged: (blob: Blob, place: string) => boolean,
  ): Promise<ContentFiles> {
    return {
      ...this.#reader,
      files: await this.#entriesIn(files),
      readPicture: async (file, use) => {
        const { blob } = files.get(file) ?? {};
        const isSkipped = blob === undefined || !isJudged(blob, `${file} ${use ?? ''}`);
        return isSkipped ? undefined : this.bytesOf(blob);
      },
    };
  }

  /** What the content check finds on the branch. Pictures are judged when somebody saves them. */
  async issues(): Promise<FileIssue[]> {
    return checkContent(this.site, await this.contentOf(await this.filesAt(), () => false));
  }
}

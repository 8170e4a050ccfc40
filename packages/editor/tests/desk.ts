/** An editor's tab and a repository on GitHub, without a browser: what is saved goes through check and gate. */
import type { SiteContent } from '@site/content/collection';
import { decodePicture } from '@site/content/folder';
import { setValue } from '@site/content/schema-fields';
import { Branch } from '../branch.ts';
import { checkBeforeSave } from '../check-entry.ts';
import { withCommitGate } from '../commit-gate.ts';
import { ORIGIN_FORMATS } from '../origin.ts';

// Younger than Node 24, and than some editors' browsers: bootstrap.ts.
if (!('fromBase64' in Uint8Array)) {
  const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
  Object.assign(Uint8Array, { fromBase64 });
}

export type Data = Record<string, unknown>;

const formatOf = (path: string) => {
  const [format] = ORIGIN_FORMATS.filter(({ extension }) => path.endsWith(extension));
  if (!format) throw new Error(`No format for ${path}`);
  return format;
};

export const blobId = (text: string): string => Buffer.from(text).toString('base64');

interface Changes {
  additions: { path: string; contents: string }[];
  deletions: { path: string }[];
}

/** What the library hands over and keeps. */
const mapOf = (path: string, data: Data, newRecord: boolean) => ({
  toJS: () => ({ path, data, newRecord }),
  setIn: ([, ...field]: string[], value: unknown) => {
    const changed = structuredClone(data);
    setValue(changed, field, value);
    return mapOf(path, changed, newRecord);
  },
});

/** A repository on GitHub, and the editor's tab. */
export class Desk {
  /** By their paths in the repository. */
  readonly files: Record<string, string>;
  head = 1;
  /** Runs once, when the next commit is on its way. */
  meanwhile: (() => void) | undefined;
  losesAnswer = false;
  readonly asked: string[] = [];
  readonly said: string[] = [];
  readonly #path: string;
  readonly #check: ReturnType<typeof checkBeforeSave>;
  readonly #send: typeof fetch;

  /** @param path of the entry that is meant where none is named */
  constructor(site: SiteContent, files: Record<string, string>, path = '') {
    this.files = files;
    this.#path = path;
    const backend = { name: 'github', repo: 'empresa/site', branch: 'main' } as const;
    const github: typeof fetch = (url, init) => Promise.resolve(this.#answer(url as string, init));
    const config = { backend, media_folder: 'src/content' };
    const branch = new Branch(github, config, site, { publicFiles: [], decodePicture });
    this.#check = checkBeforeSave(branch);
    const say = (sentence: string) => this.said.push(sentence);
    this.#send = withCommitGate(github, branch, () => undefined, say);
    branch.observe('https://api.github.com/graphql', { method: 'POST' });
  }

  /** A colleague's change. */
  publish(text: string | undefined, path = this.#path): void {
    this.head += 1;
    if (text === undefined) Reflect.deleteProperty(this.files, path);
    else this.files[path] = text;
  }

  open(path = this.#path): Promise<Data> {
    return formatOf(path).fromFile(this.files[path] ?? '');
  }

  /** @returns what the library keeps of the item */
  async save(data: Data, { path = this.#path, isNew = false, anyway = false } = {}): Promise<Data> {
    globalThis.isOverwriting = anyway;
    const entry = await this.#check({ entry: mapOf(path, data, isNew) } as never);
    const kept = (entry as unknown as ReturnType<typeof mapOf>).toJS().data;
    await this.commit(formatOf(path).toFile(kept), path);
    return kept;
  }

  commit(text: string, path = this.#path): Promise<void> {
    this.meanwhile?.();
    this.meanwhile = undefined;
    const contents = Buffer.from(text).toString('base64');
    return this.#ask({ additions: [{ path, contents }], deletions: [] });
  }

  remove(path: string): Promise<void> {
    return this.#ask({ additions: [], deletions: [{ path }] });
  }

  async #ask(fileChanges: Changes): Promise<void> {
    const input = { expectedHeadOid: String(this.head), fileChanges };
    const body = JSON.stringify({ query: 'createCommitOnBranch', variables: { input } });
    await this.#send('https://api.github.com/graphql', { method: 'POST', body });
    if (this.losesAnswer) throw new TypeError('Failed to fetch');
  }

  #answer(url: string, init?: RequestInit): Response {
    const [, id] = /\/git\/blobs\/(.*)/.exec(url) ?? [];
    if (id !== undefined) {
      this.asked.push(id);
      return new Response(atob(id));
    }
    const { query, variables } = JSON.parse(init?.body as string) as {
      query: string;
      variables?: { input: { fileChanges: Changes } };
    };
    const { additions, deletions } = variables?.input.fileChanges ?? {
      additions: [],
      deletions: [],
    };
    for (const { path, contents } of additions) {
      this.publish(String(Buffer.from(contents, 'base64')), path);
    }
    for (const { path } of deletions) this.publish(undefined, path);
    const entries = Object.entries(this.files).map(([path, text]) => {
      return { path, type: 'blob', oid: blobId(text) };
    });
    const blobs = Array.from(query.matchAll(/(b\d+): object\(oid: "(.*?)"\)/g), ([, name, id]) => {
      this.asked.push(id ?? '');
      return [name, { text: String(Buffer.from(id ?? '', 'base64')), isTruncated: false }] as const;
    });
    const text = this.files[/file\(path: "(.*?)"\)/.exec(query)?.[1] ?? ''];
    const file = text === undefined ? null : { object: { text } };
    const change = { author: { name: 'Bruno' }, committedDate: '2026-08-01T13:00:00Z' };
    const target = { oid: String(this.head), history: { nodes: [change] }, file };
    const createCommitOnBranch = { commit: { oid: String(this.head) } };
    return Response.json({
      data: {
        repository: {
          ref: { target },
          content: { entries },
          ...(Object.fromEntries(blobs) as object),
        },
        createCommitOnBranch,
      },
    });
  }
}

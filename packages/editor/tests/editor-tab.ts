/** An editor's tab and a repository on GitHub, without a browser: what is saved goes through check and gate. */
import type { SiteContent } from '@site/content/collection';
import { decodePicture } from '@site/content/folder';
import { setValue } from '@site/content/schema-fields';
import { withExplainedErrors } from '../api-errors.ts';
import { Branch } from '../branch.ts';
import { checkBeforeSave } from '../check-entry.ts';
import { withCommitGate } from '../commit-gate.ts';
import { ORIGIN_FORMATS } from '../origin.ts';
import { GitHubApi } from './github-api.ts';

const FOLDER = 'src/content';

export type Data = Record<string, unknown>;

const formatOf = (path: string) => {
  const [format] = ORIGIN_FORMATS.filter(({ extension }) => path.endsWith(extension));
  if (!format) throw new Error(`No format for ${path}`);
  return format;
};

/** What the library hands over and keeps. */
const mapOf = (path: string, data: Data, newRecord: boolean) => ({
  toJS: () => ({ path, data, newRecord }),
  setIn: ([, ...field]: string[], value: unknown) => {
    const changed = structuredClone(data);
    setValue(changed, field, value);
    return mapOf(path, changed, newRecord);
  },
});

/** An editor's tab, and a repository on GitHub. */
export class EditorTab {
  readonly github: GitHubApi;
  readonly branch: Branch;
  /** Runs once, when the next commit is on its way. */
  meanwhile: (() => void) | undefined;
  losesAnswer = false;
  /** Commits that the gate let through. */
  saved = 0;
  /** Texts that the tab has asked for. */
  readonly asked: string[] = [];
  readonly said: string[] = [];
  readonly #path: string;
  readonly #check: ReturnType<typeof checkBeforeSave>;
  readonly #send: typeof fetch;

  /**
   * @param files texts by their paths below the content folder
   * @param path of the entry that is meant where none is named
   */
  constructor(site: SiteContent, files: Record<string, string>, path = '') {
    this.github = new GitHubApi(files);
    this.#path = path;
    const backend = { name: 'github', repo: 'empresa/site', branch: 'main' } as const;
    const github = withExplainedErrors(async (url, init) => {
      const { body, json } = this.github.answer(url as string, init?.body as string, 'ana');
      const response = body ? new Response(new Uint8Array(body)) : Response.json(json);
      this.asked.push(await response.clone().text());
      return response;
    });
    const config = { backend, media_folder: FOLDER };
    this.branch = new Branch(github, config, site, { publicFiles: [], decodePicture });
    this.#check = checkBeforeSave(this.branch);
    const say = (sentence: string) => this.said.push(sentence);
    this.#send = withCommitGate(github, this.branch, () => (this.saved += 1), say);
    this.branch.observe('https://api.github.com/graphql', { method: 'POST' });
  }

  /** By their paths in the repository. */
  get files(): Record<string, string> {
    const files = Object.entries(this.github.files());
    return Object.fromEntries(files.map(([file, text]) => [`${FOLDER}/${file}`, text]));
  }

  /** A colleague's change. */
  publish(text: string | undefined, path = this.#path): void {
    this.github.write(path.slice(FOLDER.length + 1), text);
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
    const contents = Buffer.from(text).toString('base64');
    return this.#ask({ additions: [{ path, contents }], deletions: [] });
  }

  remove(path: string): Promise<void> {
    return this.#ask({ additions: [], deletions: [{ path }] });
  }

  async #ask(fileChanges: object): Promise<void> {
    // What the library has read before.
    const expectedHeadOid = this.github.head;
    this.meanwhile?.();
    this.meanwhile = undefined;
    const input = { expectedHeadOid, fileChanges };
    const body = JSON.stringify({ query: 'createCommitOnBranch', variables: { input } });
    const answer = await this.#send('https://api.github.com/graphql', { method: 'POST', body });
    const { message } = (await answer.json()) as { message?: string };
    if (message !== undefined) throw new Error(message);
    if (this.losesAnswer) throw new TypeError('Failed to fetch');
  }
}

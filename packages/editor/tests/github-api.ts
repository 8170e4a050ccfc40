/** A fake of the GitHub API that the editor uses, with one branch of in-memory blobs and commits for all people. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserContext, Route } from '@playwright/test';
import { TEST_BUILDS } from '@site/test-support/builds';

const REPOSITORY = `/repos/${TEST_BUILDS.complete.environment.CMS_REPO}`;
const CONTENT_FOLDER = 'src/content';
/** Date of the first commit; each later one is an hour newer. */
const FIRST_DATE = Date.UTC(2026, 7, 1, 12);
const HOUR_MS = 3_600_000;

const BRANCH = 'main';
const USERS = { ana: 'Ana', bruno: 'Bruno' };
export type Login = keyof typeof USERS;

interface Commit {
  oid: string;
  parent: Commit | undefined;
  login: Login;
  date: string;
  /** Blob ID of each file, by path. */
  tree: ReadonlyMap<string, string>;
}

interface GraphQl {
  query: string;
  variables: { input: Input };
}

interface Input {
  expectedHeadOid: string;
  fileChanges: {
    additions: { path: string; contents: string }[];
    deletions: { path: string }[];
  };
}

/** An error answer with its status. GraphQL reports errors with 200. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const sha1 = (data: string | Buffer): string => createHash('sha1').update(data).digest('hex');

function authorOf(login: Login): object {
  const name = USERS[login];
  return { name, email: `${login}@empresa.example`, user: { id: 1, login } };
}

export class GitHubApi {
  /** Replaces GitHub's answer to any request. */
  outage: ((route: Route) => Promise<void>) | undefined;
  readonly #root: string;
  readonly #blobs = new Map<string, Buffer>();
  readonly #commits = new Map<string, Commit>();
  #head: Commit | undefined;

  /**
   * @param root working tree
   * @param contentFolder initial content
   */
  constructor(root: string, contentFolder: string) {
    this.#root = root;
    const files = globSync('**/*.*', { cwd: contentFolder });
    this.#commit(
      'ana',
      Object.fromEntries(
        files.map((file) => [`${CONTENT_FOLDER}/${file}`, readFileSync(join(contentFolder, file))]),
      ),
    );
  }

  get contentFolder(): string {
    return join(this.#root, CONTENT_FOLDER);
  }

  /** @param file relative to the content folder */
  read(file: string): string {
    return String(this.files()[file]);
  }

  /** Every file on the branch, by its path below the content folder. */
  files(): Record<string, string> {
    const files = Array.from(this.#head?.tree ?? [], ([path, id]) => [
      path.slice(CONTENT_FOLDER.length + 1),
      String(this.#blobs.get(id)),
    ]);
    return Object.fromEntries(files) as Record<string, string>;
  }

  /** Commits a colleague's change below the content folder; without a text, a deletion. */
  write(file: string, text?: string): void {
    const content = text === undefined ? undefined : Buffer.from(text);
    this.#commit('bruno', { [`${CONTENT_FOLDER}/${file}`]: content });
  }

  get head(): string {
    return this.#head?.oid ?? '';
  }

  /** @param login of the person who uses this browser */
  async serve(browser: BrowserContext, login: Login): Promise<void> {
    await browser.route('https://api.github.com/**', (route) => this.#answer(route, login));
  }

  /** @param files new content by path; undefined for deleted files */
  #commit(login: Login, files: Record<string, Buffer | undefined>): Commit {
    const parent = this.#head;
    const tree = new Map(parent?.tree);
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.#root, path);
      if (content === undefined) {
        tree.delete(path);
        rmSync(file);
        continue;
      }
      // The blob ID that Git computes.
      const id = sha1(Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]));
      this.#blobs.set(id, content);
      tree.set(path, id);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const date = new Date(FIRST_DATE + this.#commits.size * HOUR_MS).toISOString();
    const oid = sha1(`${parent?.oid ?? ''} ${date} ${JSON.stringify([...tree])}`);
    this.#head = { oid, parent, login, date, tree };
    this.#commits.set(oid, this.#head);
    return this.#head;
  }

  /** Commits, newest first; with a path, only those that changed it. */
  #history(path?: string, head = this.#head): Commit[] {
    if (!head) return [];
    const { parent, tree } = head;
    const isPart = path === undefined || tree.get(path) !== parent?.tree.get(path);
    return [...(isPart ? [head] : []), ...(parent ? this.#history(path, parent) : [])];
  }

  async #answer(route: Route, login: Login): Promise<void> {
    if (this.outage) {
      await this.outage(route);
      return;
    }
    const request = route.request();
    const { pathname } = new URL(request.url());
    const path = pathname.replace(REPOSITORY, '');
    const [, id = ''] = /^\/git\/blobs\/(.*)/.exec(path) ?? [];
    const body = this.#blobs.get(id);
    if (body) {
      await route.fulfill({ body, contentType: 'application/octet-stream' });
      return;
    }
    const isGraphQl = path === '/graphql';
    try {
      const json = isGraphQl
        ? { data: this.#answerGraphQl(request.postDataJSON() as GraphQl, login) }
        : this.#answerRest(path, login);
      await route.fulfill({ json });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      await route.fulfill(
        isGraphQl ? { json: { data: null, errors: [{ message }] } } : { status, json: { message } },
      );
    }
  }

  #answerRest(path: string, login: Login): object {
    if (path === '/user') return { id: 1, login, ...authorOf(login) };
    const [, id] = /^\/git\/trees\/(.*)/.exec(path) ?? [];
    if (id === undefined) return {};
    const { tree } = this.#commits.get(id) ?? this.#head ?? {};
    return {
      tree: Array.from(tree ?? [], ([file, sha]) => {
        return { type: 'blob', path: file, sha, size: this.#blobs.get(sha)?.length };
      }),
    };
  }

  #answerGraphQl({ query, variables }: GraphQl, login: Login): object {
    if (query.includes('createCommitOnBranch')) {
      return { createCommitOnBranch: this.#change(variables.input, login) };
    }
    const repository = Object.fromEntries(
      Array.from(
        query.matchAll(
          /(?:(\w+):\s+)?(?:ref\(qualifiedName: (?:\$branch|"main")\)(?:[^"]*?history\(first: \d+, path: "([^"]*)"\))?|object\(oid: "([^"]*)"\)|object\(expression: "([^":]*):([^"]*)"\))/g,
        ),
        ([, alias = 'ref', path, id, revision, folder = '']): [string, object | null] => {
          if (id !== undefined) return [alias, this.#blob(id)];
          return [alias, revision === undefined ? this.#ref(path) : this.#folder(revision, folder)];
        },
      ),
    );
    return { repository };
  }

  #ref(path?: string): object {
    const nodes = this.#history(path).map(({ oid, login, date }) => {
      return { oid, message: '', author: authorOf(login), committedDate: date };
    });
    const object = this.#blob(this.#head?.tree.get(path ?? '') ?? '');
    return { target: { oid: this.#head?.oid, history: { nodes }, file: object && { object } } };
  }

  #change(input: Input, login: Login): object {
    if (this.#head?.oid !== input.expectedHeadOid) {
      throw new Refusal(
        409,
        `Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`,
      );
    }
    const { additions, deletions } = input.fileChanges;
    const { oid, date, tree } = this.#commit(login, {
      ...Object.fromEntries(deletions.map(({ path }) => [path, undefined])),
      ...Object.fromEntries(
        additions.map(({ path, contents }) => [path, Buffer.from(contents, 'base64')]),
      ),
    });
    const files = additions.map(
      ({ path }, index) => [`file_${index}`, { oid: tree.get(path) }] as const,
    );
    return { commit: { oid, committedDate: date, ...Object.fromEntries(files) } };
  }

  #blob(id: string): object | null {
    const blob = this.#blobs.get(id);
    return blob ? { text: String(blob), isTruncated: false } : null;
  }

  /** Every file below a folder, as if it had no folders. */
  #folder(revision: string, folder: string): object {
    const commit = revision === BRANCH ? this.#head : this.#commits.get(revision);
    const files = Array.from(commit?.tree ?? []).filter(([path]) => path.startsWith(`${folder}/`));
    return { entries: files.map(([path, oid]) => ({ path, type: 'blob', oid })) };
  }
}

/** A fake of the GitHub API that the editor uses, with one branch of in-memory blobs and commits for all people. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserContext, Route } from '@playwright/test';
import {
  Kind,
  parse,
  valueFromASTUntyped,
  type FieldNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
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
  parents: Commit[];
  login: Login;
  date: string;
  headline: string;
  /** Blob ID of each file, by path. */
  tree: ReadonlyMap<string, string>;
}

interface GraphQl {
  query: string;
  variables?: Named;
}

interface Input {
  message?: { headline: string };
  expectedHeadOid: string;
  fileChanges: {
    additions: { path: string; contents: string }[];
    deletions: { path: string }[];
  };
}

/** An error that GitHub reports, with status 200. */
class Refusal extends Error {}

type Named = Record<string, string | undefined>;

/** What GitHub knows of something. */
type Type = Record<
  string,
  ((named: Named) => unknown) | string | boolean | object | null | undefined
>;

const fieldsIn = (nodes: readonly SelectionNode[]): FieldNode[] =>
  nodes.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    // What is asked of one kind of object, such as `... on Blob`.
    return node.kind === Kind.INLINE_FRAGMENT ? fieldsIn(node.selectionSet.selections) : [];
  });

/** What a query selects of a value. */
function select(value: unknown, from: SelectionSetNode | undefined, variables: Named): unknown {
  if (Array.isArray(value)) return value.map((one) => select(one, from, variables));
  if (!from || typeof value !== 'object' || value === null) return value ?? null;
  const chosen = fieldsIn(from.selections).flatMap(({ name, alias = name, ...field }) => {
    const known = (value as Type)[name.value];
    // Another kind of object has it.
    if (known === undefined) return [];
    const named = (field.arguments ?? []).map((it) => {
      return [it.name.value, valueFromASTUntyped(it.value, variables)] as const;
    });
    const found: unknown =
      typeof known === 'function' ? known(Object.fromEntries(named) as Named) : known;
    return [[alias.value, select(found, field.selectionSet, variables)] as const];
  });
  return Object.fromEntries(chosen);
}

const sha1 = (data: string | Buffer): string => createHash('sha1').update(data).digest('hex');

function authorOf(login: Login): object {
  const name = USERS[login];
  return { name, email: `${login}@empresa.example`, user: { id: 1, login } };
}

export class GitHubApi {
  /** Replaces GitHub's answer to any request. */
  outage: ((route: Route) => Promise<void>) | undefined;
  readonly #root: string | undefined;
  readonly #blobs = new Map<string, Buffer>();
  readonly #commits = new Map<string, Commit>();
  #head: Commit | undefined;

  /**
   * @param contentFolder initial content, or its texts by their paths below it
   * @param root working tree, if there is one
   */
  constructor(contentFolder: string | Record<string, string>, root?: string) {
    this.#root = root;
    const files =
      typeof contentFolder === 'string'
        ? globSync('**/*.*', { cwd: contentFolder }).map((file) => {
            return [file, readFileSync(join(contentFolder, file))] as const;
          })
        : Object.entries(contentFolder).map(([file, text]) => [file, Buffer.from(text)] as const);
    this.#commit(
      'ana',
      Object.fromEntries(files.map(([file, bytes]) => [`${CONTENT_FOLDER}/${file}`, bytes])),
    );
  }

  get contentFolder(): string {
    return join(this.#root ?? '', CONTENT_FOLDER);
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
    this.push(`${text === undefined ? 'Delete' : 'Update'} ${file}`, { [file]: text });
  }

  /** @returns the commit of a colleague's changes, which may merge others into one */
  push(headline: string, files: Record<string, string | undefined>, parents?: string[]): string {
    const changes = Object.entries(files).map(([file, text]) => {
      return [`${CONTENT_FOLDER}/${file}`, text === undefined ? text : Buffer.from(text)] as const;
    });
    const commits = parents?.flatMap((oid) => this.#commits.get(oid) ?? []);
    return this.#commit('bruno', Object.fromEntries(changes), headline, commits).oid;
  }

  get head(): string {
    return this.#head?.oid ?? '';
  }

  /** @param login of the person who uses this browser */
  async serve(browser: BrowserContext, login: Login): Promise<void> {
    await browser.route('https://api.github.com/**', (route) => {
      const request = route.request();
      return (
        this.outage?.(route) ?? route.fulfill(this.answer(request.url(), request.postData(), login))
      );
    });
  }

  /** @param files new content by path; undefined for deleted files */
  #commit(
    login: Login,
    files: Record<string, Buffer | undefined>,
    headline = '',
    parents = this.#head ? [this.#head] : [],
  ): Commit {
    const tree = new Map(parents[0]?.tree);
    for (const [path, content] of Object.entries(files)) {
      const file = this.#root && join(this.#root, path);
      if (content === undefined) {
        tree.delete(path);
        if (file) rmSync(file, { force: true });
        continue;
      }
      // The blob ID that Git computes.
      const id = sha1(Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]));
      this.#blobs.set(id, content);
      tree.set(path, id);
      if (!file) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const date = new Date(FIRST_DATE + this.#commits.size * HOUR_MS).toISOString();
    const oid = sha1(`${date} ${JSON.stringify([...tree])}`);
    this.#head = { oid, parents, login, date, headline, tree };
    this.#commits.set(oid, this.#head);
    return this.#head;
  }

  /** Commits of all lines, newest first; with a path, those that changed it, of the lines that it has come by. */
  #history(path?: string, head = this.#head): Commit[] {
    const commits = new Set(head && [head]);
    const changes: Commit[] = [];
    for (const commit of commits) {
      const { parents, tree } = commit;
      const isSame = (it: Commit) => path !== undefined && it.tree.get(path) === tree.get(path);
      const same = parents.find(isSame);
      if (!same && (parents[0] || path === undefined || tree.has(path))) changes.push(commit);
      for (const parent of same ? [same] : parents) commits.add(parent);
    }
    return changes.sort((one, other) => (one.date < other.date ? 1 : -1));
  }

  /** What GitHub answers, as Playwright takes it. */
  answer(url: string, sent: string | null, login: Login) {
    const path = new URL(url).pathname.replace(REPOSITORY, '');
    const [, id = ''] = /^\/git\/blobs\/(.*)/.exec(path) ?? [];
    const body = this.#blobs.get(id);
    if (body) return { body, contentType: 'application/octet-stream' };
    if (path !== '/graphql') return { json: this.#answerRest(path, login) };
    try {
      return { json: { data: this.#answerGraphQl(JSON.parse(sent ?? '') as GraphQl, login) } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { json: { data: null, errors: [{ message: error.message }] } };
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

  #answerGraphQl({ query, variables = {} }: GraphQl, login: Login): object {
    if (query.includes('createCommitOnBranch')) {
      return { createCommitOnBranch: this.#change(variables['input'] as unknown as Input, login) };
    }
    const { definitions } = parse(query);
    const operation = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
    return select({ repository: this.#repository() }, operation?.selectionSet, variables) as object;
  }

  #repository(): Type {
    const tip = this.#head;
    return {
      ref: ({ qualifiedName }) =>
        qualifiedName === BRANCH && tip ? { target: this.#describe(tip) } : null,
      object: ({ oid, expression }) => {
        const commit = this.#commits.get(oid ?? '');
        if (oid !== undefined) return commit ? this.#describe(commit) : this.#blob(oid);
        const [revision = '', path = ''] = (expression ?? '').split(':');
        const at = revision === BRANCH ? tip : this.#commits.get(revision);
        return at ? this.#object(at, path) : null;
      },
      pushedAt: () => tip?.date,
    };
  }

  #describe(commit: Commit): Type {
    const { oid, login, date, headline, parents } = commit;
    return {
      ...{ oid, message: headline, messageHeadline: headline },
      ...{ author: authorOf(login), committedDate: date },
      repository: () => this.#repository(),
      parents: ({ first }) => ({ nodes: parents.slice(0, Number(first)) }),
      history: ({ first, path }) => ({
        nodes: this.#history(path, commit)
          .slice(0, Number(first))
          .map((one) => this.#describe(one)),
      }),
      file: ({ path }) => {
        const object = this.#object(commit, path ?? '');
        return object && { object };
      },
    };
  }

  #change(input: Input, login: Login): object {
    if (this.#head?.oid !== input.expectedHeadOid) {
      throw new Refusal(
        `Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`,
      );
    }
    const { additions, deletions } = input.fileChanges;
    const changes = [
      ...deletions.map(({ path }) => [path, undefined] as const),
      ...additions.map(({ path, contents }) => [path, Buffer.from(contents, 'base64')] as const),
    ];
    const headline = input.message?.headline;
    const { oid, date, tree } = this.#commit(login, Object.fromEntries(changes), headline);
    const files = additions.map(
      ({ path }, index) => [`file_${index}`, { oid: tree.get(path) }] as const,
    );
    return { commit: { oid, committedDate: date, ...Object.fromEntries(files) } };
  }

  #blob(id: string): Type | null {
    const blob = this.#blobs.get(id);
    return blob ? { text: String(blob), isTruncated: false } : null;
  }

  /** A file, or a folder with what it holds: Git keeps no empty folder. */
  #object(commit: Commit, path: string): Type | null {
    const id = commit.tree.get(path);
    if (id !== undefined) return this.#blob(id);
    const below = Array.from(commit.tree.keys(), (file) => file.split(`${path}/`))
      .filter(([before]) => before === '')
      .map(([, name = '']) => name.replace(/\/.*/, ''));
    if (below.length === 0) return null;
    const entries = Array.from(new Set(below.sort()), (name) => {
      const own = `${path}/${name}`;
      const oid = commit.tree.get(own);
      const type = oid === undefined ? 'tree' : 'blob';
      return { name, path: own, type, oid, object: () => this.#object(commit, own) };
    });
    return { entries };
  }
}

/** A fake of the GitHub API that the editor uses, with an in-memory repository of blobs, commits and branches. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { TEST_BUILDS } from '../../support/builds.ts';

const REPOSITORY = `/repos/${TEST_BUILDS.complete.environment.CMS_REPO}`;
const CONTENT_FOLDER = 'src/content';
const MAIN = 'main';
/** Date of the first commit; each later one is an hour newer. */
const FIRST_DATE = Date.UTC(2026, 7, 1, 12);
const HOUR_MS = 3_600_000;

/** The signed-in editor, and a colleague. */
const USERS = { ana: 'Ana', bruno: 'Bruno' };
type Login = keyof typeof USERS;

interface Commit {
  oid: string;
  parent: Commit | undefined;
  login: Login;
  date: string;
  /** Blob ID of each file, by path. */
  tree: ReadonlyMap<string, string>;
}

interface PullRequest {
  head: string;
  base: string;
  draft: boolean;
}

interface GraphQl {
  query: string;
  variables: { branch?: string; input: Input };
}

/** Parameters of a mutation that creates a branch or commits to one. */
interface Input {
  name: string;
  oid: string;
  branch: { branchName: string };
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
  pullRequest: PullRequest | undefined;
  /** Check results of every commit of a draft. */
  statuses: { context: string; state: 'SUCCESS'; targetUrl: string }[] = [];
  /** GitHub's answer when a protected branch refuses a merge. */
  refusal: string | undefined;
  /** Runs just before the editor's next commit arrives. */
  beforeCommit: (() => void) | undefined;
  /** Replaces GitHub's answer to any request. */
  outage: ((route: Route) => Promise<void>) | undefined;
  readonly #root: string;
  readonly #blobs = new Map<string, Buffer>();
  readonly #commits = new Map<string, Commit>();
  readonly #branches = new Map<string, Commit>();

  /**
   * @param root working tree of `main`
   * @param contentFolder initial content of `main`
   */
  constructor(root: string, contentFolder: string) {
    this.#root = root;
    const files = globSync('**/*.*', { cwd: contentFolder });
    this.#commit('ana', MAIN, undefined, {
      ...Object.fromEntries(
        files.map((file) => [`${CONTENT_FOLDER}/${file}`, readFileSync(join(contentFolder, file))]),
      ),
    });
  }

  /** The published files. */
  get contentFolder(): string {
    return join(this.#root, CONTENT_FOLDER);
  }

  /** @param file relative to the content folder */
  read(file: string, branch = MAIN): string {
    const id = this.#head(branch).tree.get(`${CONTENT_FOLDER}/${file}`) ?? '';
    return String(this.#blobs.get(id));
  }

  /** Commits a colleague's change below the content folder, to `main` or to a draft of their own. */
  write(file: string, text: string, branch = MAIN): void {
    const parent = this.#branches.get(branch) ?? this.#head(MAIN);
    this.#commit('bruno', branch, parent, { [`${CONTENT_FOLDER}/${file}`]: Buffer.from(text) });
  }

  async serve(page: Page): Promise<void> {
    await page.route('https://api.github.com/**', (route) => this.#answer(route));
  }

  #head(branch: string): Commit {
    const head = this.#branches.get(branch);
    if (!head) throw new Refusal(404, `There is no branch ${branch}.`);
    return head;
  }

  /** @param files new content by path; undefined for deleted files */
  #commit(
    login: Login,
    branch: string,
    parent: Commit | undefined,
    files: Record<string, Buffer | undefined>,
  ): Commit {
    const tree = new Map(parent?.tree);
    for (const [path, content] of Object.entries(files)) {
      if (content === undefined) {
        tree.delete(path);
        continue;
      }
      // The blob ID that Git computes.
      const id = sha1(Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]));
      this.#blobs.set(id, content);
      tree.set(path, id);
    }
    const date = new Date(FIRST_DATE + this.#commits.size * HOUR_MS).toISOString();
    const oid = sha1(`${parent?.oid ?? ''} ${date} ${JSON.stringify([...tree])}`);
    const commit = { oid, parent, login, date, tree };
    this.#commits.set(oid, commit);
    this.#move(branch, commit);
    return commit;
  }

  #move(branch: string, commit: Commit): void {
    const before = this.#branches.get(branch)?.tree;
    this.#branches.set(branch, commit);
    if (branch !== MAIN) return;
    for (const path of before?.keys() ?? []) {
      if (!commit.tree.has(path)) rmSync(join(this.#root, path));
    }
    for (const [path, id] of commit.tree) {
      if (before?.get(path) === id) continue;
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), this.#blobs.get(id) ?? '');
    }
  }

  /** Commits, newest first; with a path, only those that changed it. */
  #history(head: Commit, path?: string): Commit[] {
    const { parent, tree } = head;
    const isPart = path === undefined || tree.get(path) !== parent?.tree.get(path);
    return [...(isPart ? [head] : []), ...(parent ? this.#history(parent, path) : [])];
  }

  #answer(route: Route): Promise<void> {
    if (this.outage) return this.outage(route);
    const request = route.request();
    const path = new URL(request.url()).pathname.replace(REPOSITORY, '');
    const [, id] = /^\/git\/blobs\/(.*)/.exec(path) ?? [];
    const body = this.#blobs.get(id ?? '');
    if (body) return route.fulfill({ body, contentType: 'application/octet-stream' });
    const isGraphQl = path === '/graphql';
    try {
      const json = isGraphQl
        ? { data: this.#answerGraphQl(request.postDataJSON() as GraphQl) }
        : this.#answerRest(`${request.method()} ${path}`, request.postDataJSON() as PullRequest);
      return route.fulfill({ json });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      return isGraphQl
        ? route.fulfill({ json: { data: null, errors: [{ message }] } })
        : route.fulfill({ status, json: { message } });
    }
  }

  #answerRest(call: string, asked: PullRequest): object {
    if (call === 'GET /user') return { id: 1, login: 'ana', ...authorOf('ana') };
    const [, tree] = /^GET \/git\/trees\/(.*)/.exec(call) ?? [];
    if (tree !== undefined) {
      const commit = this.#commits.get(tree) ?? this.#head(tree);
      return {
        tree: Array.from(commit.tree, ([path, sha]) => {
          return { type: 'blob', path, sha, size: this.#blobs.get(sha)?.length };
        }),
      };
    }
    if (call === 'POST /pulls') {
      if (this.#openPullRequest(asked.head)) {
        const message = `A pull request already exists for empresa:${asked.head}.`;
        throw new Refusal(422, `Validation Failed: ${message}`);
      }
      this.pullRequest = asked;
      const { oid, date } = this.#head(asked.head);
      return { number: 1, head: { sha: oid }, created_at: date, updated_at: date };
    }
    if (call === 'PUT /pulls/1/merge') {
      if (this.refusal !== undefined) throw new Refusal(405, this.refusal);
      this.#merge(this.pullRequest?.head ?? '');
      this.pullRequest = undefined;
    }
    const [, deleted = ''] = /^DELETE \/git\/refs\/heads\/(.*)/.exec(call) ?? [];
    this.#branches.delete(deleted);
    return {};
  }

  #openPullRequest(branch: string): boolean {
    return this.pullRequest?.head === branch;
  }

  #merge(branch: string): void {
    const [main, head] = [this.#head(MAIN), this.#head(branch)];
    const base = this.#history(head).find((commit) => this.#history(main).includes(commit));
    const changedIn = (commit: Commit) => (path: string) =>
      commit.tree.get(path) !== base?.tree.get(path);
    const changed = [...head.tree.keys()].filter(changedIn(head));
    if (changed.some(changedIn(main))) throw new Refusal(405, 'Pull Request is not mergeable');
    const files = changed.map((path) => [path, this.#blobs.get(head.tree.get(path) ?? '')]);
    this.#commit('ana', MAIN, main, Object.fromEntries(files) as Record<string, Buffer>);
  }

  #answerGraphQl({ query, variables }: GraphQl): object {
    const [, mutation] = /^ ?mutation.*?{ (\w+)/.exec(query) ?? [];
    if (mutation !== undefined) return { [mutation]: this.#change(mutation, variables.input) };
    const branch = variables.branch ?? MAIN;
    const repository = Object.fromEntries(
      Array.from(
        query.matchAll(
          /(?:(\w+):\s+)?(?:ref\(qualifiedName: \$branch\)(?:[^"]*?history\(first: \d+, path: "([^"]*)"\))?|object\(\w+: "([^"]*)"\))/g,
        ),
        ([, alias = 'ref', path, id]): [string, object | null] => [
          alias,
          id === undefined ? this.#ref(branch, path) : this.#object(id),
        ],
      ),
    );
    const totalCount = this.#openPullRequest(branch) ? 1 : 0;
    return {
      repository: { ref: null, ...repository, pullRequests: { nodes: [], totalCount } },
      fork: { id: 'R_1' },
      base: { ref: this.#ref(MAIN) },
    };
  }

  #ref(branch: string, path?: string): object {
    const head = this.#head(branch);
    const nodes = this.#history(head, path).map(({ oid, login, date }) => {
      return { oid, message: '', author: authorOf(login), committedDate: date };
    });
    return { target: { oid: head.oid, history: { nodes } } };
  }

  #change(mutation: string, input: Input): object {
    if (mutation === 'markPullRequestReadyForReview' && this.pullRequest) {
      this.pullRequest.draft = false;
    }
    if (mutation === 'createRef') {
      const branch = input.name.replace('refs/heads/', '');
      if (this.#branches.has(branch)) {
        throw new Refusal(422, `A ref named "${input.name}" already exists in the repository.`);
      }
      this.#branches.set(branch, this.#commits.get(input.oid) ?? this.#head(MAIN));
    }
    if (mutation !== 'createCommitOnBranch') return {};
    this.beforeCommit?.();
    this.beforeCommit = undefined;
    const { branchName } = input.branch;
    const head = this.#head(branchName);
    if (head.oid !== input.expectedHeadOid) {
      throw new Refusal(
        409,
        `Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`,
      );
    }
    const { additions, deletions } = input.fileChanges;
    const { oid, date, tree } = this.#commit('ana', branchName, head, {
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

  /** A blob by its ID, or a commit with its check results. */
  #object(id: string): object | null {
    const blob = this.#blobs.get(id);
    if (blob) return { text: String(blob), isTruncated: false };
    const isPublished = this.#history(this.#head(MAIN)).some(({ oid }) => oid === id);
    return { status: { contexts: isPublished ? [] : this.statuses } };
  }
}

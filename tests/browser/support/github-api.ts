/** As much of GitHub's API as the editor uses, over a repository whose branches are folders. */
import { cpSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { TEST_BUILDS } from '../../../scripts/test-builds.ts';

const REPOSITORY = `/repos/${TEST_BUILDS.complete.environment.CMS_REPO}`;
const CONTENT_FOLDER = 'src/content';
const DATE = '2026-08-01T12:00:00Z';
const AUTHOR = { name: 'Ana', email: 'ana@empresa.example', user: { id: 1, login: 'ana' } };

interface PullRequest {
  head: string;
  base: string;
  draft: boolean;
}

interface GraphQl {
  query: string;
  variables: { input: Input };
}

/** What a mutation changes: a branch that is made, or one that is committed to. */
interface Input {
  name: string;
  branch: { branchName: string };
  fileChanges: { additions: { path: string; contents: string }[] };
}

/** Stands for what a file holds. The name of a branch stands for its last commit. */
const fileId = (branch: string, path: string): string => encodeURIComponent(`${branch}:${path}`);

export class GitHubApi {
  pullRequest: PullRequest | undefined;
  /** What hosts have said about every commit of a draft. */
  statuses: { context: string; state: 'SUCCESS'; targetUrl: string }[] = [];
  /** GitHub's answer to a merge that a protected branch refuses. */
  refusal: string | undefined;
  readonly #root: string;

  /**
   * @param root where the branches are
   * @param contentFolder that `main` begins with
   */
  constructor(root: string, contentFolder: string) {
    this.#root = root;
    cpSync(contentFolder, this.contentFolder, { recursive: true });
  }

  /** What is published. */
  get contentFolder(): string {
    return join(this.#root, 'main', CONTENT_FOLDER);
  }

  /** @param file below the content folder */
  read(file: string, branch = 'main'): string {
    return readFileSync(join(this.#root, branch, CONTENT_FOLDER, file), 'utf8');
  }

  async serve(page: Page): Promise<void> {
    await page.route('https://api.github.com/**', (route) => this.#answer(route));
  }

  #answer(route: Route): Promise<void> {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace(REPOSITORY, '');
    if (path === '/graphql') {
      const data = this.#answerGraphQl(request.postDataJSON() as GraphQl);
      return route.fulfill({ json: { data } });
    }
    const [, id] = /^\/git\/blobs\/(.*)/.exec(path) ?? [];
    if (id !== undefined) {
      const file = join(this.#root, decodeURIComponent(id).replace(':', '/'));
      return route.fulfill({ path: file, contentType: 'application/octet-stream' });
    }
    const call = `${request.method()} ${path}`;
    if (call === 'PUT /pulls/1/merge' && this.refusal !== undefined) {
      return route.fulfill({ status: 405, json: { message: this.refusal } });
    }
    return route.fulfill({ json: this.#answerRest(call, request.postDataJSON()) });
  }

  #answerRest(call: string, body: unknown): object {
    if (call === 'GET /user') return AUTHOR.user;
    if (call === 'GET /git/trees/main') {
      const main = join(this.#root, 'main');
      const tree = globSync(`${CONTENT_FOLDER}/**/*.*`, { cwd: main }).map((path) => {
        const { size } = statSync(join(main, path));
        return { type: 'blob', path, sha: fileId('main', path), size };
      });
      return { tree };
    }
    if (call === 'POST /pulls') {
      this.pullRequest = body as PullRequest;
      const head = { sha: this.pullRequest.head };
      return { number: 1, head, created_at: DATE, updated_at: DATE };
    }
    if (call === 'PUT /pulls/1/merge') this.#copyBranch(this.pullRequest?.head ?? '', 'main');
    return {};
  }

  #copyBranch(from: string, to: string): void {
    cpSync(join(this.#root, from), join(this.#root, to), { recursive: true });
  }

  #answerGraphQl({ query, variables: { input } }: GraphQl): object {
    const [, mutation] = /^ ?mutation.*?{ (\w+)/.exec(query) ?? [];
    if (mutation !== undefined) return { [mutation]: this.#change(mutation, input) };
    const commit = { oid: 'main', message: '', author: AUTHOR, committedDate: DATE };
    const ref = { target: { ...commit, history: { nodes: [commit] } } };
    const answers = Array.from(
      query.matchAll(/(\w+):\s+(?:ref\(|object\(\w+: "([^"]*)"\))/g),
      ([, alias = '', id]): [string, object] => [alias, id === undefined ? ref : this.#object(id)],
    );
    const repository = { ref, pullRequests: { nodes: [] }, ...Object.fromEntries(answers) };
    return { repository, fork: { id: 'R_1' }, base: { ref } };
  }

  #change(mutation: string, { name, branch, fileChanges }: Input): object {
    if (mutation === 'markPullRequestReadyForReview' && this.pullRequest) {
      this.pullRequest.draft = false;
    }
    if (mutation === 'createRef') this.#copyBranch('main', name.replace('refs/heads/', ''));
    if (mutation !== 'createCommitOnBranch') return {};
    const { branchName } = branch;
    const files = fileChanges.additions.map(({ path, contents }, index) => {
      writeFileSync(join(this.#root, branchName, path), contents, 'base64');
      return [`file_${index}`, { oid: fileId(branchName, path) }] as const;
    });
    return { commit: { oid: branchName, committedDate: DATE, ...Object.fromEntries(files) } };
  }

  /** A file by its id, or a commit with what hosts have said about it. */
  #object(id: string): object {
    const [branch = '', path] = decodeURIComponent(id).split(':');
    if (path === undefined) return { status: { contexts: id === 'main' ? [] : this.statuses } };
    return { text: readFileSync(join(this.#root, branch, path), 'utf8'), isTruncated: false };
  }
}

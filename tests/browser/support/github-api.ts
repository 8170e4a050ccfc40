/** As much of GitHub's API as the editor uses, with one repository behind it. */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request, Route } from '@playwright/test';

export const REPOSITORY = 'empresa/site';
const API = 'https://api.github.com';
const USER = { id: 1, login: 'ana', name: 'Ana', email: 'ana@empresa.example' };
const AUTHOR = { name: USER.name, email: USER.email, user: { id: USER.id, login: USER.login } };
const DATE = '2026-08-01T12:00:00Z';

interface PullRequest {
  number: number;
  title: string;
  head: string;
  base: string;
  draft: boolean;
  labels: string[];
}

/** What a mutation changes: a branch that is made, or one that is committed to. */
interface Input {
  name: string;
  branch?: { branchName: string };
  fileChanges: { additions: { path: string; contents: string }[] };
}

interface Status {
  context: string;
  state: 'SUCCESS' | 'PENDING';
  targetUrl: string;
}

interface GraphQl {
  query: string;
  variables: { input: Input };
}

type Files = Map<string, Buffer>;

const hash = (content: Buffer): string => createHash('sha1').update(content).digest('hex');

export class GitHubApi {
  /** What was asked for that changes something: method and path, or the name of the mutation. */
  readonly changes: string[] = [];
  readonly #branches = new Map<string, Files>();
  readonly #heads = new Map<string, string>();
  pullRequest: PullRequest | undefined;
  /** What hosts have said about every commit of a draft. */
  statuses: Status[] = [];
  /** GitHub's answer to a merge that a protected branch refuses. */
  refusal: string | undefined;

  constructor(contentFolder: string) {
    const files = readdirSync(contentFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map(
        (file) => [`src/content${file.slice(contentFolder.length)}`, readFileSync(file)] as const,
      );
    this.#move('main', new Map(files));
  }

  textOf(branch: string, path: string): string {
    return this.#branches.get(branch)?.get(path)?.toString() ?? '';
  }

  async serve(page: Page): Promise<void> {
    await page.route(`${API}/**`, (route) => this.#answer(route, route.request()));
  }

  #move(branch: string, files: Files): string {
    const commit = randomUUID();
    this.#branches.set(branch, files);
    this.#heads.set(branch, commit);
    return commit;
  }

  #answer(route: Route, request: Request): Promise<void> {
    const { pathname } = new URL(request.url());
    if (pathname === '/graphql') {
      const graphQl = request.postDataJSON() as GraphQl;
      return route.fulfill({ json: { data: this.#answerGraphQl(graphQl) } });
    }
    const path = pathname.replace(`/repos/${REPOSITORY}`, '');
    const call = `${request.method()} ${path}`;
    if (request.method() !== 'GET') this.changes.push(call);
    if (call === 'PUT /pulls/1/merge' && this.refusal !== undefined) {
      return route.fulfill({ status: 405, json: { message: this.refusal } });
    }
    if (path.startsWith('/git/blobs/')) {
      const blob = this.#files.find(([, content]) => path.endsWith(hash(content)));
      return route.fulfill({ contentType: 'application/octet-stream', body: blob?.[1] ?? '' });
    }
    return route.fulfill({ json: this.#answerRest(call, request) });
  }

  get #files(): [path: string, content: Buffer][] {
    return [...this.#branches.values()].flatMap((files) => [...files]);
  }

  #answerRest(call: string, request: Request): object {
    const body = request.postDataJSON() as Partial<PullRequest> | null;
    if (call === 'GET /user') return USER;
    if (call.startsWith('GET /git/trees/')) {
      const tree = [...(this.#branches.get('main') ?? [])].map(([path, content]) => ({
        type: 'blob',
        path,
        sha: hash(content),
        size: content.length,
      }));
      return { tree };
    }
    if (call === 'POST /pulls') {
      this.pullRequest = {
        number: 1,
        labels: [],
        ...(body as Omit<PullRequest, 'number' | 'labels'>),
      };
      const sha = this.#heads.get(this.pullRequest.head);
      return {
        ...this.pullRequest,
        node_id: 'PR_1',
        head: { sha },
        created_at: DATE,
        updated_at: DATE,
      };
    }
    if (body?.labels && this.pullRequest) this.pullRequest.labels = body.labels;
    if (call === 'PUT /pulls/1/merge' && this.pullRequest) {
      this.#move('main', this.#branches.get(this.pullRequest.head) ?? new Map<string, Buffer>());
    }
    return { labels: this.pullRequest?.labels.map((name) => ({ name })) };
  }

  #answerGraphQl({ query, variables: { input } }: GraphQl): object {
    const [, mutation] = /^ ?mutation.*?{ (\w+)/.exec(query) ?? [];
    if (mutation !== undefined) {
      this.changes.push(mutation);
      return { [mutation]: this.#change(mutation, input) };
    }
    const head = { oid: this.#heads.get('main') };
    const history = { nodes: [{ ...head, message: '', author: AUTHOR, committedDate: DATE }] };
    const ref = { target: { ...head, history } };
    const answers = Array.from(
      query.matchAll(/(\w+):\s+(?:ref\(|object\(\w+: "([^"]*)"\))/g),
      ([, alias = '', object]): [string, object] => [
        alias,
        object === undefined ? ref : this.#object(object),
      ],
    );
    const repository = { ref, pullRequests: { nodes: [] }, ...Object.fromEntries(answers) };
    return { repository, fork: { id: 'R_1' }, base: { ref } };
  }

  #change(mutation: string, { name, branch, fileChanges }: Input): object {
    if (mutation === 'markPullRequestReadyForReview' && this.pullRequest) {
      this.pullRequest.draft = false;
    }
    const files = new Map(this.#branches.get(branch?.branchName ?? 'main'));
    if (mutation === 'createRef') this.#move(name.replace('refs/heads/', ''), files);
    if (!branch) return {};
    const shas = fileChanges.additions.map(({ path, contents }, index) => {
      const content = Buffer.from(contents, 'base64');
      files.set(path, content);
      return [`file_${index}`, { oid: hash(content) }] as const;
    });
    const oid = this.#move(branch.branchName, files);
    return { commit: { oid, committedDate: DATE, ...Object.fromEntries(shas) } };
  }

  /** A file by its hash, or a commit with what hosts have said about it. */
  #object(id: string): object {
    const [, content] = this.#files.find(([, file]) => hash(file) === id) ?? [];
    if (content) return { text: content.toString(), isTruncated: false };
    const contexts = id === this.#heads.get('main') ? [] : this.statuses;
    return { status: { contexts } };
  }
}

/** A fake of the GitLab API that the editor reads and saves with, with a repository in a folder. */
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';

const CONTENT_FOLDER = 'src/content';
const USER = { id: 1, username: 'ana', name: 'Ana' };
const COMMIT = {
  id: 'a'.repeat(40),
  committed_date: '2026-08-01T12:00:00Z',
  author_name: USER.name,
  author_email: 'ana@empresa.test',
};

interface GraphQl {
  query: string;
  variables: { paths: string[] };
}

interface Commit {
  actions: { file_path: string; content: string; encoding: 'text' | 'base64' }[];
}

const hash = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

export class GitLabApi {
  readonly #root: string;

  /**
   * @param root folder of the repository
   * @param contentFolder initial content
   */
  constructor(root: string, contentFolder: string) {
    this.#root = root;
    cpSync(contentFolder, this.contentFolder, { recursive: true });
  }

  get contentFolder(): string {
    return join(this.#root, CONTENT_FOLDER);
  }

  /** @param file relative to the content folder */
  read(file: string): string {
    return readFileSync(join(this.contentFolder, file), 'utf8');
  }

  async serve(page: Page): Promise<void> {
    await page.route('https://gitlab.com/api/**', (route) => this.#answer(route));
  }

  #answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const [, file] = /\/repository\/files\/(.*)\/raw$/.exec(pathname) ?? [];
    if (file !== undefined)
      return route.fulfill({ path: join(this.#root, decodeURIComponent(file)) });
    if (pathname === '/api/graphql') {
      const repository = this.#answerGraphQl(request.postDataJSON() as GraphQl);
      return route.fulfill({ json: { data: { project: { repository } } } });
    }
    if (pathname.endsWith('/repository/commits')) {
      // The history of one file.
      if (request.method() === 'GET') return route.fulfill({ json: [COMMIT] });
      for (const { file_path, content, encoding } of (request.postDataJSON() as Commit).actions) {
        writeFileSync(
          join(this.#root, file_path),
          content,
          encoding === 'text' ? 'utf8' : encoding,
        );
      }
      return route.fulfill({ json: COMMIT });
    }
    return route.fulfill({ json: pathname.endsWith('/users') ? [USER] : USER });
  }

  #answerGraphQl({ query, variables: { paths } }: GraphQl): object {
    if (query.includes('lastCommit'))
      return { tree: { lastCommit: { sha: COMMIT.id, message: '' } } };
    if (query.includes('rawTextBlob')) {
      const nodes = paths.map((path) => readFileSync(join(this.#root, path), 'utf8'));
      return { blobs: { nodes: nodes.map((rawTextBlob) => ({ rawTextBlob })) } };
    }
    const nodes = globSync(`${CONTENT_FOLDER}/**/*.*`, { cwd: this.#root }).map((path) => {
      return { type: 'blob', path, sha: hash(readFileSync(join(this.#root, path))) };
    });
    return { tree: { blobs: { nodes, pageInfo: { endCursor: '', hasNextPage: false } } } };
  }
}

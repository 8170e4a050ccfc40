import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { parse, parseDocument, visit } from 'yaml';

const FOLDER = '.github/workflows';

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');

  test('is valid by GitHub’s own parser', async () => {
    const document = TextDocument.create(`file:///${FOLDER}/${file}`, 'yaml', 1, text);
    expect(await validate(document)).toEqual([]);
  });

  test('gives an attacker no unpinned action, no token, no secret and no script injection', () => {
    const workflow = parseDocument(text);
    expect(String(workflow.get('permissions'))).toBe('{}');
    visit(workflow, {
      // Every job, step, list of permissions, …
      Map(_key, map) {
        const uses = (map.get('uses') ?? './') as string;
        expect(map.get('contents')).not.toBe('write');
        expect(uses).toMatch(/^\.\/|@[0-9a-f]{40}$/);
        expect(map.get('run') ?? '').not.toContain('${{');
        if (uses.includes('/checkout@')) {
          expect(map.getIn(['with', 'persist-credentials'])).toBe(false);
        }
        // Secrets belong in a step's own env: packages and actions do not see it.
        if (map.has('uses') || map.has('run')) map.delete('env');
      },
    });
    expect(JSON.stringify(workflow)).not.toContain('secrets.');
  });
});

interface Job {
  if?: string;
  needs?: string | string[];
  uses?: string;
}

interface Workflow {
  on: { push?: unknown };
  jobs: Record<string, Job>;
}

const jobsOfPush = readdirSync(FOLDER)
  .map((file) => parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Workflow)
  .filter(({ on }) => 'push' in on)
  .flatMap(({ jobs }) => Object.values(jobs));

test('a push runs the tests once, and not again on the branch of a pull request', () => {
  expect(jobsOfPush.filter(({ uses }) => uses?.endsWith('/test.yml'))).toHaveLength(1);
  for (const job of jobsOfPush.filter(({ needs }) => needs === undefined)) {
    expect(job.if?.replaceAll(/\s+/g, ' ')).toContain(
      "github.event_name != 'push' || " +
        "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)",
    );
  }
});

test('the audit covers every lock file', () => {
  const audit = readFileSync(`${FOLDER}/audit.yml`, 'utf8');
  const folders = globSync('{,tests/*/}package-lock.json').map((file) => dirname(file));
  expect(folders.length).toBeGreaterThan(1);
  for (const folder of folders) {
    const place = folder === '.' ? '' : ` --prefix ${folder}`;
    expect(audit).toContain(`run: npm audit --audit-level=high${place}\n`);
  }
});

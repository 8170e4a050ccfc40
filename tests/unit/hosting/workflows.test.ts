import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';
const FILES = readdirSync(FOLDER);

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  if?: string;
  needs?: string | string[];
  permissions?: Record<string, string>;
  uses?: string;
  environment?: unknown;
  env?: Record<string, string>;
  steps?: Step[];
}

interface Workflow {
  permissions: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<string, Job>;
}

const read = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8');

/** What GitHub's own parser says against a workflow. */
async function lint(name: string, text: string): Promise<string[]> {
  const document = TextDocument.create(`file:///${FOLDER}/${name}`, 'yaml', 1, text);
  return (await validate(document)).map(({ message }) =>
    typeof message === 'string' ? message : message.value,
  );
}

test.each(FILES)('%s is a workflow that GitHub understands', async (file) => {
  expect(await lint(file, read(file))).toEqual([]);
});

test('a typo in a workflow is found', async () => {
  const text = read('deploy.yml').replace('needs: [test', 'needs: [tset').replace('vars.', 'vras.');
  const found = await lint('typo.yml', text);
  expect(found.join()).toMatch(/vras[^]*tset|tset[^]*vras/);
});

describe.each(FILES)('%s', (file) => {
  const workflow = parse(read(file)) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps ?? []);

  test('runs only actions that nobody can change behind our back', () => {
    const used = [...jobs.map(([, job]) => job.uses), ...steps.map((step) => step.uses)];
    for (const action of used.filter((name) => name !== undefined)) {
      expect(action).toMatch(/^\.\/|^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/);
    }
  });

  test('starts without any permission, and no job can write to the repository', () => {
    expect(workflow.permissions).toEqual({});
    for (const [name, { permissions = {} }] of jobs) {
      expect(permissions['contents'] ?? 'none', name).toMatch(/^(?:read|none)$/);
    }
  });

  test('leaves no token of the repository on disk, and puts no foreign text into a script', () => {
    for (const { uses, run, with: inputs } of steps) {
      if (uses?.startsWith('actions/checkout@') === true) {
        expect(inputs?.['persist-credentials']).toBe(false);
      }
      expect(run ?? '').not.toContain('${{');
    }
  });

  test('shows a secret to no step that fetches packages, and to no action', () => {
    const holdsSecret = (values: Record<string, unknown> = {}): boolean =>
      Object.values(values).some((value) => String(value).includes('secrets.'));
    expect([workflow.env, ...jobs.map(([, job]) => job.env)].some(holdsSecret)).toBe(false);
    expect(steps.some((step) => holdsSecret(step.with))).toBe(false);
    for (const { run } of steps.filter(({ env }) => holdsSecret(env))) {
      expect(run).toMatch(/^(?!.*\b(?:npm|npx|curl|apt-get)\b)/);
    }
  });
});

const REPOSITORY = 'owner/site';
const pullRequest = (actor: string, from: string, head_ref: string) => ({
  event_name: 'pull_request',
  actor,
  ref: 'refs/pull/7/merge',
  // The name of the branch is the choice of whoever opens the pull request.
  head_ref,
  event: { number: 7, pull_request: { head: { repo: { full_name: from } } } },
});

/** What GitHub tells a run of what set it off. */
const RUNS = {
  pushToMain: { event_name: 'push', actor: 'maria', ref: 'refs/heads/main', event: {} },
  pullRequest: pullRequest('maria', REPOSITORY, 'main'),
  fork: pullRequest('mallory', 'mallory/site', 'main'),
  dependabot: pullRequest('dependabot[bot]', REPOSITORY, 'dependabot/npm/astro'),
  // By hand, with a tag chosen instead of a branch.
  tagNamedMain: { event_name: 'workflow_dispatch', ref: 'refs/tags/main', event: {} },
};

/** GitHub's expressions are near enough to JavaScript for those used here. */
function evaluate(expression: unknown, run: object): unknown {
  return runInNewContext(String(expression).replace(/^\$\{\{|\}\}$/g, ''), {
    github: { repository: REPOSITORY, run_id: 42, ...run },
    format: (text: string, value: unknown) => text.replace('{0}', String(value)),
  });
}

describe('a deployment to Cloudflare', () => {
  const { build, publish } = (parse(read('deploy.yml')) as Workflow).jobs;
  const deploy = publish?.steps?.find(({ run }) => run?.includes('pages deploy'));

  test('waits for the tests and the build', () => {
    expect(publish?.needs).toEqual(['test', 'build']);
  });

  test.each([
    ['pushToMain', true],
    ['pullRequest', true],
    ['tagNamedMain', true],
    // Neither sees the secrets: their runs would fail.
    ['fork', false],
    ['dependabot', false],
  ] as const)('of %s happens: %s', (run, happens) => {
    expect(evaluate(publish?.if, RUNS[run])).toBe(happens);
  });

  test.each([
    ['pushToMain', 'main', 'production', 'build:production'],
    ['pullRequest', 'pr-7', 'preview', 'build'],
    ['tagNamedMain', 'run-42', 'preview', 'build'],
  ] as const)('of %s goes to %s in %s, by %s', (run, branch, environment, script) => {
    expect(evaluate(deploy?.env?.['BRANCH'], RUNS[run])).toBe(branch);
    expect(evaluate(publish?.environment, RUNS[run])).toBe(environment);
    expect(evaluate(build?.env?.['BUILD'], RUNS[run])).toBe(script);
  });
});

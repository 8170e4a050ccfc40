import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  if?: string;
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

function readWorkflow(file: string): Workflow {
  return parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Workflow;
}

const WORKFLOWS = readdirSync(FOLDER).map((file) => ({
  file,
  workflow: readWorkflow(file),
}));

describe.each(WORKFLOWS)('$file', ({ workflow }) => {
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
    expect(holdsSecret(workflow.env)).toBe(false);
    for (const [name, job] of jobs) expect(holdsSecret(job.env), name).toBe(false);
    for (const step of steps) expect(holdsSecret(step.with), step.uses).toBe(false);
    for (const { run } of steps.filter(({ env }) => holdsSecret(env))) {
      expect(run).toBeDefined();
      expect(run).not.toMatch(/\b(?:npm|npx|pnpm|yarn|curl|apt-get)\b/);
    }
  });

  test('hands over .well-known/security.txt with the rest of the site', () => {
    const uploads = steps.filter(({ uses }) => /\/upload-(?:pages-)?artifact@/.test(uses ?? ''));
    for (const { uses, with: inputs } of uploads) {
      expect(inputs?.['include-hidden-files'], uses).toBe(true);
    }
  });
});

const REPOSITORY = 'owner/site';

/** What GitHub tells a run of what set it off; `from` is the repository of a pull request. */
const RUNS = {
  pushToMain: {
    event_name: 'push',
    actor: 'maria',
    ref: 'refs/heads/main',
    ref_name: 'main',
    event: {},
  },
  // The name of the branch is the choice of whoever opens the pull request.
  pullRequest: {
    event_name: 'pull_request',
    actor: 'maria',
    ref: 'refs/pull/7/merge',
    ref_name: '7/merge',
    head_ref: 'main',
    event: { number: 7, pull_request: { head: { repo: { full_name: REPOSITORY } } } },
  },
  fork: {
    event_name: 'pull_request',
    actor: 'mallory',
    ref: 'refs/pull/8/merge',
    ref_name: '8/merge',
    head_ref: 'main',
    event: { number: 8, pull_request: { head: { repo: { full_name: 'mallory/site' } } } },
  },
  dependabot: {
    event_name: 'pull_request',
    actor: 'dependabot[bot]',
    ref: 'refs/pull/9/merge',
    ref_name: '9/merge',
    head_ref: 'dependabot/npm/astro',
    event: { number: 9, pull_request: { head: { repo: { full_name: REPOSITORY } } } },
  },
  // By hand, with a tag chosen instead of a branch.
  tagNamedMain: {
    event_name: 'workflow_dispatch',
    actor: 'maria',
    ref: 'refs/tags/main',
    ref_name: 'main',
    event: {},
  },
};

/** GitHub's expressions are near enough to JavaScript for those used here. */
function evaluate(expression: string | undefined, run: object): unknown {
  const source = (expression ?? '').replace(/^\$\{\{|\}\}$/g, '');
  return runInNewContext(source, {
    github: { repository: REPOSITORY, run_id: 42, ...run },
    format: (text: string, value: unknown) => text.replace('{0}', String(value)),
  });
}

describe('a deployment to Cloudflare', () => {
  const { build, publish } = readWorkflow('deploy.yml').jobs;
  const deploy = publish?.steps?.find(({ run }) => run?.includes('pages deploy'));

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
    expect(evaluate(publish?.environment as string, RUNS[run])).toBe(environment);
    expect(evaluate(build?.env?.['BUILD'], RUNS[run])).toBe(script);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      permissions?: Record<string, string>;
      uses?: string;
      steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
    }
  >;
}

const WORKFLOWS = readdirSync(FOLDER).map((file) => ({
  file,
  workflow: parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Workflow,
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
});

test('nothing is published before it is tested, and nothing with example facts', () => {
  for (const { file, workflow } of WORKFLOWS.filter(
    ({ workflow: { jobs } }) => 'publish' in jobs,
  )) {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
    expect(workflow.jobs['test']?.uses, file).toBe('./.github/workflows/test.yml');
    expect(text.indexOf('npm run check:launch'), file).toBeGreaterThan(0);
    expect(text.indexOf('npm run check:launch')).toBeLessThan(text.indexOf('npm run build'));
  }
});

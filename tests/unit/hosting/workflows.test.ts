import { readdirSync, readFileSync } from 'node:fs';
import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';

type Values = Record<string, unknown>;

interface Step {
  uses?: string;
  run?: string;
  with?: Values;
}

interface Workflow {
  permissions: Values;
  env?: Values;
  jobs: Record<string, { permissions?: Values; uses?: string; env?: Values; steps?: Step[] }>;
}

const holdsSecret = (values: Values = {}): boolean =>
  Object.values(values).some((value) => String(value).includes('secrets.'));

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps ?? []);

  test('is a workflow that GitHub’s own parser understands', async () => {
    const document = TextDocument.create(`file:///${FOLDER}/${file}`, 'yaml', 1, text);
    expect(await validate(document)).toEqual([]);
  });

  test('runs only actions that nobody can change behind our back', () => {
    for (const { uses } of [...jobs, ...steps]) {
      expect(uses ?? './').toMatch(/^\.\/|^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/);
    }
  });

  test('starts without any permission, and no job can write to the repository', () => {
    expect(workflow.permissions).toEqual({});
    for (const { permissions } of jobs) {
      expect(permissions?.['contents'] ?? 'none').toMatch(/^(?:read|none)$/);
    }
  });

  test('keeps tokens and secrets from packages and actions, and foreign text out of scripts', () => {
    expect([workflow, ...jobs].filter(({ env }) => holdsSecret(env))).toEqual([]);
    for (const { uses = '', run = '', with: inputs } of steps) {
      if (uses.startsWith('actions/checkout@')) expect(inputs?.['persist-credentials']).toBe(false);
      expect(holdsSecret(inputs)).toBe(false);
      expect(run).not.toContain('${{');
    }
  });
});

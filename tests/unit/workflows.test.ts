import { readdirSync, readFileSync } from 'node:fs';
import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';

type Values = Record<string, unknown>;

interface Job {
  permissions?: Values;
  env?: Values;
  uses?: string;
  steps?: { uses?: string; run?: string; with?: Values }[];
}

interface Workflow {
  permissions: Values;
  env?: Values;
  jobs: Record<string, Job>;
}

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');

  test('is a workflow that GitHub’s own parser understands', async () => {
    const document = TextDocument.create(`file:///${FOLDER}/${file}`, 'yaml', 1, text);
    expect(await validate(document)).toEqual([]);
  });

  test('gives an attacker no action to replace, no token, no secret and no script to write in', () => {
    const workflow = parse(text) as Workflow;
    const jobs = Object.values(workflow.jobs);
    const steps = jobs.flatMap((job) => job.steps ?? []);

    expect(workflow.permissions).toEqual({});
    for (const { permissions } of jobs) expect(permissions?.['contents']).not.toBe('write');
    for (const { uses = './' } of [...jobs, ...steps]) {
      expect(uses).toMatch(/^\.\/|@[0-9a-f]{40}$/);
    }
    for (const { uses, run, with: inputs } of steps) {
      if (uses?.includes('/checkout@')) expect(inputs?.['persist-credentials']).toBe(false);
      expect(run ?? '').not.toContain('${{');
    }
    // A step's own env is the one place for a secret: packages and actions do not see it.
    const shared = [workflow, ...jobs].map(({ env }) => env);
    const seenByOthers = [...shared, ...steps.map(({ with: inputs }) => inputs)];
    expect(JSON.stringify(seenByOthers)).not.toContain('secrets.');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { parseDocument, visit } from 'yaml';

const FOLDER = '.github/workflows';

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');

  test('is a workflow that GitHub’s own parser understands', async () => {
    const document = TextDocument.create(`file:///${FOLDER}/${file}`, 'yaml', 1, text);
    expect(await validate(document)).toEqual([]);
  });

  test('gives an attacker no action to replace, no token, no secret and no script to write in', () => {
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
        // A step's own env is the one place for a secret: packages and actions do not see it.
        if (map.has('uses') || map.has('run')) map.delete('env');
      },
    });
    expect(JSON.stringify(workflow)).not.toContain('secrets.');
  });
});

/** Whoever follows docs/change.md finds `npm test` green. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../local/machine.ts';
import { ProjectCopy } from '../support/project-copy.ts';

const GUIDE = readFileSync('docs/change.md', 'utf8');

test('a site counts visits with Plausible, by the lines of the guide', () => {
  const project = new ProjectCopy().create();
  onTestFinished(() => {
    project.remove();
  });
  const edit = (file: string, pattern: RegExp, replacement: string): void => {
    const path = join(project.root, file);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(pattern, () => replacement);
    expect(after, file).not.toBe(before);
    writeFileSync(path, after);
  };
  const block = (language: string): string =>
    new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(GUIDE)?.[1] ?? '';
  const [connect = '', , scripts = ''] = block('ts').trim().split('\n');
  const policy = 'src/lib/content-security-policy.ts';
  edit(policy, /^.*connect-src.*$/m, connect);
  edit(policy, /(?<=^ +algorithm: .*\n)/m, scripts);
  edit('src/layouts/Page.astro', /(?=<\/head>)/, block('astro'));

  project.run([process.execPath, 'tests/support/make-builds.ts']);
  project.run(
    commandOf('vitest', 'run', 'tests/unit/environment', 'tests/site', 'packages/finish'),
  );
  const specs = ['budgets', 'policy', 'pages'].map((name) => `tests/browser/${name}.spec.ts`);
  project.run(commandOf('@playwright/test', 'test', '--project=chromium', ...specs));
});

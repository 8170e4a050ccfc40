/** Whoever follows docs/change.md finds `npm test` green. */
import { test } from 'vitest';
import { commandOf } from '../../local/machine.ts';
import { ProjectCopy } from '../support/project-copy.ts';

const GUIDE = 'docs/change.md';

test('a site counts visits with Plausible, by the lines of the guide', () => {
  using project = new ProjectCopy().create();
  const [connect = '', , scripts = ''] = project.codeIn(GUIDE, 'ts').trim().split('\n');
  const policy = 'src/lib/content-security-policy.ts';
  project.edit(policy, /^.*connect-src.*$/m, connect);
  project.edit(policy, /(?<=^ +algorithm: .*\n)/m, scripts);
  project.edit('src/layouts/Page.astro', /(?=<\/head>)/, project.codeIn(GUIDE, 'astro'));

  project.run([process.execPath, 'tests/support/make-builds.ts']);
  project.run(commandOf('vitest', 'run', 'tests/site', 'packages/finish'));
  const specs = ['budgets', 'policy', 'pages'].map((name) => `tests/browser/${name}.spec.ts`);
  project.run(commandOf('@playwright/test', 'test', '--project=chromium', ...specs));
});

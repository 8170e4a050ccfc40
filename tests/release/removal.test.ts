/**
 * Whoever does without a part runs the command of its README, and edits what that names: what is left
 * type-checks, builds and passes its own tests.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { commandOf } from '../../local/machine.ts';
import { ProjectCopy } from '../support/project-copy.ts';

interface Part {
  name: string;
  /** The README's edits outside `astro.config.mjs`: files, what is in them, and what replaces it. */
  edits?: [files: string, pattern: RegExp | string, replacement: string][];
  /** Tests that fail without the part, as its README says. */
  failing?: string[];
}

const PARTS: Part[] = [
  { name: 'editor' },
  {
    name: 'pages',
    edits: [['src/schemas/collections.ts', /^ +'\/licenses\.txt',\n/m, '']],
    failing: ['tests/site/page-weight.test.ts'],
  },
  {
    name: 'islands',
    edits: [
      ['src/**/*.astro', /client:intent=\{\{.*\}\}/g, 'client:visible'],
      ['src/components/SiteHeader.astro', /^const WIDE_SCREEN.*\n/m, ''],
      ['src/layouts/Page.astro', 'HOME_IDS, ', ''],
    ],
    failing: ['tests/site/page-weight.test.ts'],
  },
];

/** They are long, and not about the site. */
const CONTACT_TESTS = 'tests/contact/**';

test.each(PARTS)('without $name', ({ name, edits = [], failing = [] }) => {
  const project = new ProjectCopy().create();
  onTestFinished(() => {
    project.remove();
  });
  const readme = readFileSync(`packages/${name}/README.md`, 'utf8');
  const [, command = 'exit 1'] = /```sh\n([^]*?)```/.exec(readme) ?? [];
  project.run(['bash', '-ec', command]);
  const configured: Part['edits'] = [
    [`astro.config.mjs`, new RegExp(`^import .*@site/${name}'.*\n`, 'm'), ''],
    [`astro.config.mjs`, new RegExp(`^    ${name}\\((?:.*\\)|[^]*?^    \\}\\)),\n`, 'm'), ''],
  ];
  for (const [files, pattern, replacement] of [...configured, ...edits]) {
    for (const file of globSync(files, { cwd: project.root })) {
      const path = join(project.root, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));
    }
  }

  project.run(commandOf('astro', 'check'));
  project.run([process.execPath, 'scripts/build-for-tests.ts']);
  const without = [CONTACT_TESTS, ...failing].flatMap((file) => ['--exclude', file]);
  project.run(commandOf('vitest', 'run', '--project', 'unit', '--project', 'site', ...without));
});

/**
 * Whoever does without a package runs the command of its README, and edits what that names. What is left
 * type-checks, builds and passes all its tests, and nothing can import the package any more.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandOf } from '../../local/machine.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/** Files, what is in them, and what replaces it. */
type Edit = [files: string, pattern: RegExp | string, replacement: string];

/** Pages that exceed the first round trip, as the README says. */
const LONGER_PAGES: Edit = ['tests/site/page-weight.test.ts', /(?<=BUDGET_BYTES = )/g, '3_000 + '];

/** What each README asks to edit outside `astro.config.mjs`. */
const EDITS: Record<string, Edit[]> = {
  'content-check': [['tests/support/complete-content.ts', ".normalize('NFD')", '']],
  editor: [['astro.config.mjs', /^import .*EDITOR_FOLDER.*\n/m, '']],
  finish: [
    ['src/schemas/collections.ts', /^ +'\/licenses\.txt',\n/m, ''],
    ['scripts/check-live.ts', /^import .*@site\/finish.*\n/m, ''],
    ['scripts/check-live.ts', /^ *for \(.*findForbidden[^]*?^ *\}\n/m, ''],
    ['tests/site/check-live.test.ts', /^ *"\/planos: há algo que a política.*\n/m, ''],
    [
      'tests/site/pages.test.ts',
      `"style-src 'self'"]`,
      `"style-src 'self'", "font-src 'self'", '']`,
    ],
    LONGER_PAGES,
  ],
  islands: [
    ['src/**/*.astro', /client:intent=\{\{.*\}\}/g, 'client:visible'],
    ['src/components/SiteHeader.astro', /^const WIDE_SCREEN.*\n/m, ''],
    ['src/layouts/Page.astro', 'HOME_IDS, ', ''],
    ['tests/site/page-weight.test.ts', "'js', PAGE_TARGETS", "'js', ISLAND_TARGETS"],
    LONGER_PAGES,
  ],
};

const PACKAGES = Object.keys(EDITS);

test.each([...PACKAGES, PACKAGES.join(' ')])('without %s', (without) => {
  using project = new ProjectCopy().create();
  for (const name of without.split(' ')) {
    project.run(['bash', '-ec', project.codeIn(`packages/${name}/README.md`, 'sh')]);
    // `content-check` adds `contentCheck(…)`.
    const called = name.replace(/-c/, 'C');
    const lines: Edit[] = [
      ['astro.config.mjs', new RegExp(`^import .*@site/${name}'.*\n`, 'm'), ''],
      ['astro.config.mjs', new RegExp(`^    ${called}\\((?:.*\\)|[^]*?^    \\}\\)),\n`, 'm'), ''],
    ];
    for (const [files, pattern, replacement] of [...lines, ...(EDITS[name] ?? [])]) {
      for (const file of globSync(files, { cwd: project.root })) {
        const path = join(project.root, file);
        writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));
      }
    }
    // `npm install` does so.
    rmSync(join(project.root, 'node_modules/@site', name));
    const script = join(project.root, 'resolve.mjs');
    writeFileSync(script, `import.meta.resolve('@site/${name}')`);
    expect(() => project.run([process.execPath, script])).toThrow('ERR_MODULE_NOT_FOUND');
    rmSync(script);
  }

  project.run(commandOf('astro', 'check'));
  project.run([process.execPath, 'tests/support/make-builds.ts']);
  project.run(commandOf('vitest', 'run', '--project=unit', '--project=site'));
});

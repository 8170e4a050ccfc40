/** Whoever makes the site another company's by docs/adopt.md, in a face and colours of their own, finds `npm test` green. */
import { globSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'vitest';
import { commandOf } from '../../local/machine.ts';
import { ProjectCopy } from '../support/project-copy.ts';

const GUIDE = 'docs/adopt.md';
const FACE = '@fontsource-variable/sora';

/** Blue and yellow. Those left out stay as they are. */
const LIGHT = {
  ...{ surface: '#f7f8fc', raised: '#ffffff', quiet: '#e6eaf5', ink: '#101a33', muted: '#4a5470' },
  ...{ line: '#cdd3e3', control: '#6d7690', action: '#1f4bb8', 'action-hover': '#173a92' },
  ...{ deep: '#10245c', 'deep-line': '#2b427f', 'on-deep': '#f1f3fb', 'on-deep-muted': '#c3cbe3' },
  ...{ glow: '#f4c430', 'glow-hover': '#f8d667', 'on-glow': '#1a1503' },
};
const DARK = {
  ...{ surface: '#0a1020', raised: '#1d2a4a', quiet: '#141e38', ink: '#e9ecf7', muted: '#b1b9d1' },
  ...{ line: '#33415f', control: '#8490ad', action: '#f4c430', 'action-hover': '#f8d667' },
  'on-action': '#1a1503',
};

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="12" fill="none" stroke="currentColor" stroke-width="4"/><circle cx="16" cy="16" r="4" fill="var(--color-action)"/></svg>\n';

/** Screenshots are retaken, and looked at. */
const SPECS = globSync('tests/browser/*.spec.ts').filter((file) => !file.includes('visual'));

test('a site in another face, in other colours and with another drawing passes its tests', () => {
  using project = new ProjectCopy().create();
  const brand = join(project.root, 'src/brand');
  const write = (file: string, text: string): void => {
    writeFileSync(join(brand, file), text);
  };
  const edit = (file: string, part: RegExp, replacement: string): void => {
    project.edit(`src/brand/${file}`, part, replacement);
  };

  // The copy's folder is a link to the project's.
  const scope = join(project.root, 'node_modules/@fontsource-variable');
  rmSync(scope);
  mkdirSync(scope);
  symlinkSync(resolve('tests/release/node_modules', FACE), join(scope, 'sora'), 'junction');
  project.edit('src/content/company.json', /(?<="name": )".*"/, '"Sol e Mar Contabilidade"');
  edit('brand.ts', /package: '.*'/, `package: '${FACE}'`);
  edit('brand.ts', /weights: .*/, 'weights: { min: 600, max: 700 },');
  edit('brand.ts', /isDrawingMoving: true/, 'isDrawingMoving: false');
  edit('headings.css', /font-weight: .*\n.*/, 'font-weight: 700;\n    letter-spacing: -0.02em;');
  for (const [name, color] of Object.entries(LIGHT))
    edit('tokens.css', new RegExp(`(?<=--color-${name}: )#\\w+`), color);
  for (const [name, color] of Object.entries(DARK))
    edit('tokens.css', new RegExp(`(?<=dark[^]*--color-${name}: )#\\w+`), color);
  write('mark.svg', MARK);
  write('HeroDrawing.astro', project.codeIn(GUIDE, 'astro'));
  write('social-drawing.ts', project.codeIn(GUIDE, 'ts'));
  write('Trace.astro', '');
  write('Horizon.astro', '');
  rmSync(join(brand, 'hero-lines.ts'));

  project.run([process.execPath, 'scripts/brand.ts']);
  project.run([process.execPath, 'tests/support/make-builds.ts']);
  project.run(commandOf('vitest', 'run', '--project=unit', '--project=site'));
  project.run(commandOf('@playwright/test', 'test', '--project=chromium', ...SPECS));
});

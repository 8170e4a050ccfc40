/**
 * Whoever makes the site another company's by docs/adopt.md, in a face and colours of their own, finds `npm test` green,
 * and takes the next version by the commands of that page.
 */
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
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

function rebrand(project: ProjectCopy): void {
  const brand = join(project.root, 'src/brand');
  const write = (file: string, text: string): void => {
    writeFileSync(join(brand, file), text);
  };
  const edit = (file: string, part: RegExp, replacement: string): void => {
    project.edit(`src/brand/${file}`, part, replacement);
  };

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
}

test('a site in another face, in other colours and with another drawing passes its tests', () => {
  using project = new ProjectCopy().create();
  // The copy's folder is a link to the project's.
  const scope = join(project.root, 'node_modules/@fontsource-variable');
  rmSync(scope);
  mkdirSync(scope);
  symlinkSync(resolve('tests/release/node_modules', FACE), join(scope, 'sora'), 'junction');
  rebrand(project);
  project.run([process.execPath, 'tests/support/make-builds.ts']);
  project.run(commandOf('vitest', 'run', '--project=unit', '--project=site'));
  project.run(commandOf('@playwright/test', 'test', '--project=chromium', ...SPECS));
});

const TEXT = 'src/content/pages/home.json';
const COMPONENT = 'src/components/Contact.astro';

const sh = (project: ProjectCopy, line: string): string => project.run(['bash', '-c', line]);

/** The project at a commit, in a repository of its own. */
function cloneOf(commit: string): ProjectCopy {
  const project = new ProjectCopy();
  mkdirSync(project.root);
  sh(project, `git clone -q '${resolve('.')}' . && git checkout -qB main '${commit}'`);
  sh(project, 'git config user.name Sol && git config user.email sol@mar.example');
  return project;
}

function commit(project: ProjectCopy, headline: string, subject = headline): void {
  project.edit(TEXT, /(?<="headline": )".*"/, `"${headline}"`);
  project.edit(COMPONENT, /^(?=import)/m, `// ${headline}\n`);
  sh(project, `git add --all && git commit -qm '${subject}'`);
}

test('a rebranded site takes the next version, and stops at what it has deleted and at its own component', () => {
  using upstream = cloneOf('HEAD');
  using project = cloneOf('HEAD~1^{/^Release [0-9]}');
  const [, , fonts = '', take = '', settle = ''] = readFileSync(GUIDE, 'utf8')
    .split('```sh\n')
    .map((part) => part.replace(/```[^]*/, ''));

  upstream.edit('src/brand/hero-lines.ts', /^/, '// Drawn anew.\n');
  upstream.edit('src/brand/tokens.css', /(?=--color-danger:)/, '--color-new: #123456;\n');
  commit(upstream, 'Suas dúvidas.', /Release [\d\\.]+/.exec(take)?.[0].replaceAll('\\', ''));
  sh(project, `git config url.${upstream.root}.insteadOf https://github.com/OWNER/REPOSITORY.git`);
  sh(project, fonts);
  rebrand(project);
  commit(project, 'Suas contas.');

  sh(project, `{ ${take} } &> /dev/null || true`);
  // The face has sorted what 1.2.2 had in another order.
  sh(project, 'git checkout --ours package.json && git add package.json');
  const stops = sh(project, 'git diff --name-only --diff-filter=U');
  expect(stops.trim().split('\n')).toEqual(['src/brand/hero-lines.ts', COMPONENT]);
  sh(project, `git rm -q src/brand/hero-lines.ts && git checkout --ours ${COMPONENT}\n${settle}`);
  const colors = readFileSync(join(project.root, 'src/brand/tokens.css'), 'utf8');
  expect(colors).toMatch(/surface: #f7f8fc[^]*new: #123456/);
  expect(readFileSync(join(project.root, TEXT), 'utf8')).toContain('"Suas contas."');
  sh(project, 'npx astro check && npm run test:unit');

  // Branches of one's own merge as ever.
  sh(project, 'git add --all && git commit -qm Update && git branch other');
  commit(project, 'Contas em dia.');
  sh(project, 'git checkout -q other');
  commit(project, 'Contas claras.');
  expect(() => sh(project, 'git merge main')).toThrow(`Merge conflict in ${TEXT}`);
});

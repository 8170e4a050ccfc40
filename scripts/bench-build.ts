/**
 * `npm run bench:build`: seconds that a build takes for few and for very many plans, in copies of
 * the project outside it. A cost per page that grows with their number would be a mistake of ours.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { markdownTable } from '../bench/table.ts';

const PLAN_COUNTS = [2, 200, 2000];

/** All that a build reads. */
const PROJECT_FILES = [
  'src',
  'public',
  'astro.config.mjs',
  'tailwind.config.mjs',
  'package.json',
  'tsconfig.json',
  'vercel.json',
  'LICENSE',
];

const TEMPLATE = 'tecnologia';

const project = resolve(import.meta.dirname, '..');

/** A copy of the project with that many plans: the two there are, and copies of one of them. */
function projectWithPlans(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-build-'));
  const present = new Set(readdirSync(project));
  for (const name of PROJECT_FILES.filter((file) => present.has(file))) {
    cpSync(join(project, name), join(folder, name), { recursive: true });
  }
  // Each package by itself: caches that builds keep beside them stay out of the copy, and its out of
  // the project.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (name.startsWith('.') && name !== '.bin') continue;
    symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name));
  }

  const plans = join(folder, 'src/content/plans');
  const template = readFileSync(join(plans, `${TEMPLATE}.md`), 'utf8');
  for (let number = 3; number <= count; number += 1) {
    const plan = template.replace(/^order: .*$/m, `order: ${number}`);
    writeFileSync(join(plans, `plano-${number}.md`), plan);
  }
  return folder;
}

function secondsToBuild(folder: string): number {
  const started = performance.now();
  const { status } = spawnSync('astro', ['build', '--outDir', join(folder, 'dist')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error(`The build in ${folder} failed.`);
  return (performance.now() - started) / 1000;
}

const rows: string[][] = [];
for (const count of PLAN_COUNTS) {
  const folder = projectWithPlans(count);
  try {
    const seconds = secondsToBuild(folder);
    const pages = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.html'),
    ).length;
    const perPage = ((seconds * 1000) / pages).toFixed(1);
    rows.push([String(count), String(pages), seconds.toFixed(1), perPage]);
    console.error(`${count} plans: ${seconds.toFixed(1)} s`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(markdownTable(['plans', 'pages', 'seconds', 'ms per page'], rows));

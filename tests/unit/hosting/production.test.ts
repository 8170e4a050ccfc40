/** A site with a fake phone never goes live unnoticed: every way to production checks for it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { vercelJson } from '../../../src/hosting/vercel.ts';
import PACKAGE from '../../../package.json' with { type: 'json' };

const GUIDE = readFileSync('docs/deploy.md', 'utf8');

/** What a host's shell would run, with `npm` only named. */
function commandsOf(command: string, variables: Record<string, string>): string {
  const env = { PATH: process.env['PATH'], ...variables };
  const { stdout } = spawnSync('sh', ['-c', command.replaceAll('npm ', 'echo npm ')], { env });
  return stdout.toString().trim();
}

test('the build for production ends with the launch check, which reads what was built', () => {
  expect(PACKAGE.scripts['build:production']).toBe('npm run build && npm run check:launch');
});

test.each([
  ['production', 'npm run build:production'],
  ['preview', 'npm run build'],
  // The project can keep Vercel's variables from the build.
  ['', 'npm run build:production'],
])('on Vercel, VERCEL_ENV=%s runs %s', (VERCEL_ENV, expected) => {
  const { buildCommand } = JSON.parse(vercelJson()) as { buildCommand: string };
  expect(commandsOf(buildCommand, { VERCEL_ENV })).toBe(expected);
  // Vercel refuses a longer one.
  expect(buildCommand.length).toBeLessThanOrEqual(256);
});

test('on Netlify, everything but previews is checked', () => {
  const sections = readFileSync('netlify.toml', 'utf8')
    .split(/^\[/m)
    .slice(1)
    .map((section) => {
      const [name = '', settings = ''] = section.split(']\n');
      const lines = settings.split('\n').filter((line) => line.includes('='));
      return [name, lines] as const;
    });
  expect(Object.fromEntries(sections)).toEqual({
    build: ['command = "npm run build:production"', 'publish = "dist"'],
    'context.deploy-preview': ['command = "npm run build"'],
    'context.branch-deploy': ['command = "npm run build"'],
  });
});

test.each([
  ['main', 'npm run build:production'],
  ['melhorar-textos', 'npm run build'],
])(
  'in Cloudflare’s dashboard, the command of the guide on branch %s runs %s',
  (branch, expected) => {
    const command = /^if \[ "\$CF_PAGES_BRANCH".*$/m.exec(GUIDE)?.[0] ?? '';
    expect(commandsOf(command, { CF_PAGES_BRANCH: branch })).toBe(expected);
  },
);

test('on an own server and by hand, the guide publishes no build that was not checked', () => {
  const blocks = Array.from(GUIDE.matchAll(/```sh\n(.*?)```/gs), ([, block = '']) => block);
  const publishing = [
    ...blocks.filter((block) => block.includes('rsync')),
    ...GUIDE.split('\n').filter((line) => line.includes('netlify-cli deploy --prod')),
  ];
  expect(publishing).toHaveLength(2);
  for (const commands of publishing) {
    expect(commands).toMatch(/npm run build:production[^]*(?:rsync|netlify-cli)/);
  }
});

describe.each(['deploy.yml', 'pages.yml'])('%s', (file) => {
  const text = readFileSync(`.github/workflows/${file}`, 'utf8');
  const { jobs } = parse(text) as {
    jobs: Record<string, { uses?: string; needs?: string | string[]; steps?: { run?: string }[] }>;
  };

  test('publishes nothing before it is tested', () => {
    const needsOf = (job: string): string[] => {
      const direct = [jobs[job]?.needs ?? []].flat();
      return [...direct, ...direct.flatMap(needsOf)];
    };
    expect(jobs['test']?.uses).toBe('./.github/workflows/test.yml');
    expect(needsOf('publish')).toEqual(expect.arrayContaining(['test', 'build']));
  });

  test('builds for production with the launch check', () => {
    const scripts = jobs['build']?.steps?.flatMap(({ run }) => run ?? []) ?? [];
    expect(scripts.filter((run) => run.startsWith('npm run'))).toHaveLength(1);
    expect(text).toContain('build:production');
    expect(text).not.toMatch(/npm run (?:build|check:launch)$/m);
  });
});

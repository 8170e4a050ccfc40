import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS, IMMUTABLE, REVALIDATED } from '../../src/hosting/headers.ts';

/** WCAG 2.2 has 31 criteria of level A and 24 of level AA, 4.1.1 withdrawn. */
const CRITERIA = 55;

const STATEMENT = readFileSync('docs/accessibility.md', 'utf8');

test('the accessibility statement walks every criterion, once', () => {
  const numbers = Array.from(STATEMENT.matchAll(/^\| (\d\.\d\.\d+) /gm), ([, number]) => number);
  expect(new Set(numbers).size).toBe(CRITERIA);
  expect(numbers).toHaveLength(CRITERIA);
});

test('every test that the accessibility statement cites exists', () => {
  const citations = STATEMENT.split('\n').flatMap((line) =>
    Array.from(line.matchAll(/`([\w-]+)`:((?: “[^”]+”,?)+)/g), ([, file = '', titles = '']) =>
      Array.from(titles.matchAll(/“([^”]+)”/g), ([, title = '']) => ({ file, title })),
    ).flat(),
  );
  const missing = citations.filter(
    ({ file, title }) =>
      title !== '…' && !readFileSync(`tests/browser/${file}.spec.ts`, 'utf8').includes(title),
  );
  expect(citations.length).toBeGreaterThan(25);
  expect(missing).toEqual([]);
});

test('the README shows every header with its value', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    expect(readme).toContain(`| \`${name}\``);
    expect(readme).toContain(`\`${value}\``);
  }
  expect(readme).toContain(`\`${IMMUTABLE}\``);
  expect(readme).toContain(`\`${REVALIDATED}\``);
});

test('every file that a document leads to exists', () => {
  const documents = [
    'README.md',
    'SECURITY.md',
    ...readdirSync('docs').map((name) => `docs/${name}`),
  ];
  const missing = documents
    .filter((document) => document.endsWith('.md'))
    .flatMap((document) =>
      Array.from(
        readFileSync(document, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g),
        ([, link = '']) => join(dirname(document), decodeURIComponent(link)),
      ),
    )
    .filter((file) => !existsSync(file));
  expect(missing).toEqual([]);
});

test('the lock file holds the hash of every package, and no address to download one from', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string; resolved?: string }>;
  };
  const { '': project, ...dependencies } = packages;
  expect(project).toBeDefined();
  expect(Object.keys(dependencies).length).toBeGreaterThan(100);
  const faulty = Object.entries(dependencies)
    .filter(([, { integrity, resolved }]) => integrity === undefined || resolved !== undefined)
    .map(([name]) => name);
  expect(faulty).toEqual([]);
});

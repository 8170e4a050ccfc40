/** What visitors, editors and the company read is spelled right: hunspell with its Portuguese dictionary. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { installDebianPackages } from '../../local/machine.ts';
import { builtPages, BUILD } from '../support/pages.ts';

/** Names and borrowed words, in lower case. */
const KNOWN = new Set(
  `whatsapp mail mails e-mail e-mails araucariadigital example github www br lgpd gov anpd cookies svg png html
  google docs word outlook chatgpt excel shift enter token src md plans list price actions commits job pending
  generate resource owner only select repositories content input match count one chrome edge
  firefox safari api slug remaining send contact email signup view invitation accept authorize emojis`.split(
    /\s+/,
  ),
);

/** The texts of the built pages, without those of scripts and styles. */
const pages = (): string =>
  builtPages(BUILD.folder)
    .flatMap(({ elements }) => elements)
    .filter(({ tagName }) => tagName !== 'script' && tagName !== 'style')
    .flatMap(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')))
    .join(' ');

/** The editor's strings, without placeholders. */
function editor(): string {
  const strings: string[] = [];
  for (const file of globSync('packages/editor/library/pt-BR*.json')) {
    JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) =>
      strings.push(typeof value === 'string' ? value.replace(/\{.*?\}/g, ' ') : ''),
    );
  }
  return strings.join('\n');
}

/** What mail, function and form say: sentences between quotes. */
function messages(): string {
  const files = ['supabase/functions/**/*.ts', 'src/islands/contact/messages.ts'];
  return globSync(files)
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/(['`])(\p{Lu}[^'`_\n]* [^'`_\n]*\.)\1/gu),
    ])
    .map(([, , text = '']) => text.replace(/\$\{.*?\}/g, ' '))
    .join('\n');
}

test.each([
  ['the built pages', pages],
  ['the mail, and what form and function say', messages],
  ['the editor', editor],
  ['the guide', () => readFileSync('docs/guia-de-edicao.md', 'utf8')],
])('every word of %s is Portuguese', (_name, read) => {
  const spell = (input: string) =>
    spawnSync('hunspell', ['-d', 'pt_BR', '-l'], { input, encoding: 'utf8' });
  // It may be there without the dictionary, and would find nothing.
  if (spell('').status !== 0) installDebianPackages(['hunspell-pt-br', 'hunspell']);
  const { stdout, status } = spell(read());
  expect(status).toBe(0);
  const unknown = stdout.split('\n').filter((word) => word && !KNOWN.has(word.toLowerCase()));
  expect(unknown).toEqual([]);
});

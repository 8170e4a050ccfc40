/** What people do to a site's content in the editor: any text in any field, lists, new items, deletions, two at once. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { Collection } from '@site/content/collection';
import SNIPPETS from '@site/content/markdown-snippets.json' with { type: 'json' };
import { setValue, textsIn, valueAt } from '@site/content/schema-fields';
import { anyText } from '@site/test-support/any-text';
import { fillInOptionalFacts, replaceExamples, TERMS } from '@site/test-support/complete-content';
import { SITE_CONTENT } from '@site/test-support/frozen-content';
import { EditorTab, type Data } from './editor-tab.ts';

const ROOT = 'src/content/';

/** Links of every kind, to what is there, to what may go, and to nothing. */
const LINKS = [
  ...['/', '/planos', '/planos/', '/planos.html', '/.html', '/robots.txt', '/robots.txt.html'],
  ...['/planos/midia-social', '/planos/tecnologia#outros', '#outros-título', '#texto-1', '#'],
  ...['/#clientes', '/#clientes-título', '/#contato', '/planos#conteúdo', '/privacidade#texto-3'],
  ...['/termos', '/termos#texto-2', '/index.html', '/404', '/admin', '/sitemap-index.xml'],
  ...['https://exemplo.com/?a=b&c="d"', 'tel:+5549912345678', 'mailto:a@b.example', 'a b', '//x'],
];

const PIECES = [
  ...Object.keys(SNIPPETS),
  ...LINKS.map((link) => `[Veja isto](${link})`),
  ...LINKS.map((link) => `[](${link})`),
  ...['[ ](/planos)', '[![](./tecnologia.svg)](/planos)', '![](./tecnologia.svg)', '![x](./x.svg)'],
  ...['## ', '## \n\n### Um', '# **', '### Um\n\n## Dois', '- ', '1. ', '> ', '| a |\n|---|\n| |'],
  ...['[(47) 3000-0000](tel:+554730000000)', '(47) 3000-0000', '(49) 3000-0000', 'Lages', '👩‍👩‍👧‍👦'],
  ...['(a preencher: o nome)', 'Rua do Pinhão, 100', '2026-12-24', '2099-01-02', '08:00'],
  ...['{plano}', '&lt;b&gt;', '"', "'", '<!--', '</script>', '`', '\u202E', '\u0000'],
  ...['a'.repeat(300), '€ ™ 漢字'],
];

const anyWords = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), anyText(30), fc.constantFrom('Um texto', '\n\n')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => pieces.join(' '));

const anyWhole = fc.oneof(fc.constantFrom('', 'Um texto', '7', ...PIECES), anyWords);

/** Numbers choose among whatever there is by then. */
const anyStep = fc.record({
  kind: fc.constantFrom('edit', 'edit', 'edit', 'longer', 'shorter', 'create', 'delete', 'picture'),
  entry: fc.nat(),
  field: fc.nat(),
  text: anyWhole,
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

/** One person, or two that begin at the same time. */
export const anySave = fc.tuple(anyStep, fc.option(anyStep, { freq: 4 }));

const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');

function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length] as Item;
}

function listsIn(data: unknown): unknown[][] {
  if (typeof data !== 'object' || data === null) return [];
  const inside = Object.values(data).flatMap(listsIn);
  return Array.isArray(data) ? [data, ...inside] : inside;
}

/** The editor of a site of a real company with all its optional facts. */
export class SavedSite {
  readonly tab: EditorTab;
  readonly #folder: string;

  /** @param folder a copy of the tests' content */
  constructor(folder: string) {
    fillInOptionalFacts(folder);
    replaceExamples(folder);
    const { title, description } = TERMS;
    const terms = `---\ntitle: ${title}\ndescription: ${description}\n---\n\n## Um\n\n## [Dois](/#clientes)\n`;
    writeFileSync(join(folder, 'text-pages/termos.md'), terms);
    const files = globSync('**/*.*', { cwd: folder }).sort();
    this.#folder = folder;
    this.tab = new EditorTab(
      SITE_CONTENT,
      Object.fromEntries(
        files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]),
      ),
    );
  }

  /** Writes what the branch has into the folder. */
  write(): void {
    rmSync(this.#folder, { recursive: true });
    for (const [path, text] of Object.entries(this.tab.files)) {
      const file = join(this.#folder, path.slice(ROOT.length));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** @returns how many saves the gate has let through */
  async play([first, second]: [Step, Step | null]): Promise<number> {
    const before = this.tab.saved;
    const steps = [await this.#begin(first), ...(second ? [await this.#begin(second)] : [])];
    for (const finish of steps) await finish().catch(() => undefined);
    return this.tab.saved - before;
  }

  /** Opens a form and fills it in. */
  async #begin({ kind, entry, field, text }: Step): Promise<() => Promise<unknown>> {
    const { tab } = this;
    const paths = Object.keys(tab.files).filter((path) => /\.(?:md|json)$/.test(path));
    const path = pick(paths, entry);
    if (kind === 'delete') return () => tab.remove(path);
    const data: Data = await tab.open(path);
    const fields = textsIn(data).filter(([[name]]) => name !== '__origin');
    const isPicture = ([, value]: (typeof fields)[number]) => /^\.\S*\.svg$/.test(value);
    if (kind === 'create') {
      const { files } =
        Object.values<Collection>(SITE_CONTENT.collections).find(
          (it) => 'folder' in it.files && path.startsWith(`${ROOT}${it.files.folder}/`),
        ) ?? {};
      if (!files || 'file' in files) return () => Promise.resolve();
      setValue(data, files.namedBy.split('.'), text);
      const created = `${ROOT}${files.folder}/${slugOf(text)}.${files.extension}`;
      return () => tab.save(data, { path: created, isNew: true });
    }
    if (kind === 'edit') setValue(data, pick(fields, field)[0], text);
    if (kind === 'picture') {
      const [place] = pick([...fields.filter(isPicture), ...fields], field);
      const pictures = Object.keys(tab.files).filter((it) => it.endsWith('.svg'));
      const name = pick(pictures, text.length).replace(/.*\//, './');
      if (!isPicture([place, String(valueAt(data, place))])) return () => Promise.resolve();
      setValue(data, place, name);
    }
    const list = pick([...listsIn(data), []], field);
    if (kind === 'longer' && list.length > 0) list.push(structuredClone(list.at(-1)));
    if (kind === 'shorter') list.pop();
    const save = (anyway = false) => tab.save(structuredClone(data), { path, anyway });
    // Asked about a colleague's change, the person saves all the same.
    return () => save().catch(() => save(true));
  }
}

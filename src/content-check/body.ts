/** Checks the Markdown text below the front matter: its links and its images. */
import { satteri } from '@astrojs/markdown-satteri';
import { kindOfLink } from '../markdown/links.ts';
import { mistakeInImage } from './images.ts';
import type { Problem } from './problem.ts';
import { quote } from './sentences.ts';

interface Reference {
  kind: 'link' | 'image';
  url: string;
  line: number;
}

async function referencesIn(text: string, firstLine: number): Promise<Reference[]> {
  const references: Reference[] = [];
  const collect =
    (kind: Reference['kind']) =>
    (node: { url: string; position?: { start: { line: number } } | undefined }) => {
      references.push({
        kind,
        url: node.url,
        line: firstLine - 1 + (node.position?.start.line ?? 1),
      });
    };
  const processor = satteri({
    mdastPlugins: [
      {
        name: 'collect',
        options: { position: true },
        link: collect('link'),
        definition: collect('link'),
        image: collect('image'),
      },
    ],
  });
  const { render } = await processor.createRenderer({ syntaxHighlight: false });
  await render(text);
  return references;
}

async function mistakeIn({ kind, url }: Reference, file: string): Promise<string | undefined> {
  if (kind === 'image') return mistakeInImage(file, url);
  return kindOfLink(url) === 'forbidden'
    ? 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /'
    : undefined;
}

/**
 * @param path the file on the disk, for images next to it
 * @param file its name in messages
 * @param label what editors call this text
 */
export async function checkBody(
  path: string,
  file: string,
  body: { text: string; firstLine: number },
  label: string,
): Promise<Problem[]> {
  if (body.text.trim() === '') {
    return [
      {
        file,
        line: body.firstLine,
        label,
        expected: 'o texto do plano abaixo do cabeçalho',
        found: 'nada escrito',
      },
    ];
  }
  const references = await referencesIn(body.text, body.firstLine);
  const mistakes = await Promise.all(references.map((reference) => mistakeIn(reference, path)));
  return references.flatMap(({ url, line }, index): Problem[] => {
    const expected = mistakes[index];
    return expected === undefined ? [] : [{ file, line, label, expected, found: quote(url) }];
  });
}

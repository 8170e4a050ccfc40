/** Checks the Markdown text below the front matter: its signs, its links and its images. */
import { decoded, kindOfLink } from '../markdown/links.ts';
import {
  NO_INVISIBLE_SIGNS,
  SOMETHING_VISIBLE,
  WITHOUT_INVISIBLE_SIGNS,
} from '../schemas/fields.ts';
import { mistakeInImage } from './images.ts';
import type { Problem } from './problem.ts';
import { readMarkdown, type Reference } from './references.ts';
import { quote } from './sentences.ts';

type Mistake = Pick<Problem, 'expected' | 'found' | 'advice' | 'line'>;

/** An address of another site as people say it: without what a browser adds. */
const BARE_SITE = /^(?:www\.|[\w.-]+\.(?:com|br|net|org)(?=[/?#:]|$))/i;
const BARE_EMAIL = /^[^\s/:@]+@[^\s/:@]+$/;

function adviceOnLink(url: string): string | undefined {
  if (BARE_EMAIL.test(url)) return `Você quis dizer “mailto:${url}”?`;
  return BARE_SITE.test(url) ? `Você quis dizer “https://${url}”?` : undefined;
}

async function mistakeIn({ kind, url, line }: Reference, file: string): Promise<Mistake[]> {
  const found = quote(url);
  if (kind === 'image') {
    const expected = await mistakeInImage(file, url);
    return expected === undefined ? [] : [{ line, expected, found }];
  }
  const linkKind = kindOfLink(url);
  if (linkKind === 'forbidden') {
    const expected = 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /';
    return [{ line, expected, found, advice: adviceOnLink(url) }];
  }
  if (linkKind === 'internal' && decoded(url) === undefined) {
    const expected = 'um endereço em que cada % comece o código de uma letra';
    return [
      { line, expected, found, advice: 'Escreva os acentos como são, por exemplo /#serviços.' },
    ];
  }
  return [];
}

function mistakesInSigns(text: string): Mistake[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      NO_INVISIBLE_SIGNS.test(content)
        ? []
        : [{ line: index + 1, expected: WITHOUT_INVISIBLE_SIGNS, found: quote(content.trim()) }],
    );
}

async function mistakesIn(text: string, path: string): Promise<Mistake[]> {
  const { words, references } = await readMarkdown(text);
  const hasImage = references.some(({ kind }) => kind === 'image');
  if (!SOMETHING_VISIBLE.test(words) && !hasImage) {
    const found = text.trim() === '' ? 'nada escrito' : `nada que se veja: ${quote(text.trim())}`;
    return [{ line: 1, expected: 'o texto do plano abaixo do cabeçalho', found }];
  }
  const inReferences = await Promise.all(references.map((reference) => mistakeIn(reference, path)));
  return [...mistakesInSigns(text), ...inReferences.flat()];
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
  const mistakes = await mistakesIn(body.text, path);
  return mistakes.map(({ line = 1, ...mistake }) => ({
    file,
    line: body.firstLine - 1 + line,
    label,
    ...mistake,
  }));
}

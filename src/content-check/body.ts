/** Checks the Markdown text below the front matter: its signs, its links and its images. */
import { join } from 'node:path';
import { decoded, kindOfLink } from '../markdown/links.ts';
import {
  NO_INVISIBLE_SIGNS,
  SOMETHING_VISIBLE,
  WITHOUT_INVISIBLE_SIGNS,
} from '../schemas/fields.ts';
import { brokenLinks } from './broken-links.ts';
import { mistakeInImage } from './images.ts';
import { mistakeInInternalLink, type Place } from './internal-links.ts';
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

async function mistakeIn({ kind, url, line }: Reference, place: Place): Promise<Mistake[]> {
  const found = quote(url);
  if (kind === 'image') {
    const expected = await mistakeInImage(join(place.root, place.file), url);
    return expected === undefined ? [] : [{ line, expected, found }];
  }
  const linkKind = kindOfLink(url);
  if (linkKind === 'forbidden') {
    const expected = 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /';
    return [{ line, expected, found, advice: adviceOnLink(url) }];
  }
  if (linkKind !== 'internal') return [];
  if (decoded(url) === undefined) {
    const expected = 'um endereço em que cada % comece o código de uma letra';
    return [
      { line, expected, found, advice: 'Escreva os acentos como são, por exemplo /#serviços.' },
    ];
  }
  const mistake = await mistakeInInternalLink(url, place);
  return mistake ? [{ line, found, ...mistake }] : [];
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

async function mistakesIn(place: Place): Promise<Mistake[]> {
  const { text } = place;
  const { words, references, prose } = await readMarkdown(text);
  const hasImage = references.some(({ kind }) => kind === 'image');
  if (!SOMETHING_VISIBLE.test(words) && !hasImage) {
    const found = text.trim() === '' ? 'nada escrito' : `nada que se veja: ${quote(text.trim())}`;
    return [{ line: 1, expected: 'o texto do plano abaixo do cabeçalho', found }];
  }
  const inReferences = await Promise.all(
    references.map((reference) => mistakeIn(reference, place)),
  );
  const mistakes = [...mistakesInSigns(text), ...inReferences.flat(), ...brokenLinks(prose)];
  return mistakes.sort((a, b) => (a.line ?? 1) - (b.line ?? 1));
}

/**
 * @param root the content folder
 * @param file relative to it
 * @param label what editors call this text
 */
export async function checkBody(
  root: string,
  file: string,
  body: { text: string; firstLine: number },
  label: string,
): Promise<Problem[]> {
  const mistakes = await mistakesIn({ root, file, text: body.text });
  return mistakes.map(({ line = 1, ...mistake }) => ({
    file,
    line: body.firstLine - 1 + line,
    label,
    ...mistake,
  }));
}

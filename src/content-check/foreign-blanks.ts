/** Blanks that look like spaces and are none to JSON and YAML: \u00A0 comes along with web pages. */
import { quoteLine } from './sentences.ts';
import type { SyntaxMistake } from './source-file.ts';

const FOREIGN = '[^\\S \\t\\r\\n]';

export const FOREIGN_BLANK = new RegExp(FOREIGN, 'u');

/** Before a field or an item, and right behind an item's hyphen or a field's name or colon. */
const AROUND_FIELD = [
  `^\\s*${FOREIGN}\\s*(?:-\\s|[a-z]\\w*\\s*:)`,
  `^\\s*-${FOREIGN}`,
  `^\\s*[a-z]\\w*(?:\\s*${FOREIGN}\\s*:|:${FOREIGN})`,
].map((source) => new RegExp(source, 'u'));

export function foreignBlankMistake(text: string, line: number): SyntaxMistake {
  return {
    line,
    expected: 'espaços comuns em volta dos campos',
    found: `um espaço de outro tipo: ${quoteLine(text, line)}`,
    advice:
      'Ele vem junto ao colar de uma página: apague os espaços da linha e escreva-os de novo.',
  };
}

/** Where such a blank stands among the fields of YAML. Within a text it is as good as any other. */
export function foreignBlanksInYaml(yaml: string): SyntaxMistake[] {
  return yaml
    .split('\n')
    .flatMap((content, index) =>
      AROUND_FIELD.some((place) => place.test(content))
        ? [foreignBlankMistake(yaml, index + 1)]
        : [],
    );
}

/** An editor who makes a mistake in a JSON file is sent to the line to fix. */
import { expect, test } from 'vitest';
import { parseJson } from './json.ts';

const FILE = `{
  "order": 2,
  "src": "./serra-mel.svg",
  "alt": "Serra Mel",
  "list": [
    "a",
    "b"
  ],
  "group": {
    "isOn": true,
    "text": "z"
  }
}
`;

test.each([
  ['no comma after a text', '"./serra-mel.svg",', '"./serra-mel.svg"', 3, 'uma vírgula'],
  ['no comma after an item', '"a",', '"a"', 6, 'uma vírgula'],
  ['no comma after a list', '],', ']', 8, 'uma vírgula'],
  ['an unclosed text', 'Serra Mel"', 'Serra Mel', 4, 'no fim do texto'],
  ['a text without quotes', '"Serra Mel"', 'Serra Mel', 4, 'aspas (")'],
  ['a name without quotes', '"alt":', 'alt:', 4, 'aspas (")'],
  ['curved quotes', '"Serra Mel"', '“Serra Mel”', 4, 'aspas (")'],
  ['quotes in quotes', 'Serra Mel', 'Serra "Mel" x', 4, 'aspas curvas'],
  ['no colon', '"alt":', '"alt"', 4, 'dois-pontos'],
  ['an equals sign', '"alt":', '"alt" =', 4, 'aspas (")'],
  ['two commas', '"a",', '"a",,', 6, 'um valor'],
  ['a comma in a number', '2,', '2,5,', 2, 'o nome de um campo'],
  ['no value', '2,', ',', 2, 'um valor'],
  ['an unclosed list', '  ],\n', '', 7, 'uma vírgula'],
  ['an unclosed object', '  }\n}', '}', 12, 'a chave que fecha'],
  ['an extra brace', '}\n}', '}\n}\n}', 14, 'nada depois'],
  ['a lone backslash', 'Serra Mel', 'Serra\\Mel', 4, 'duas barras'],
  ['a text on two lines', 'Serra Mel', 'Serra\nMel', 4, 'na mesma linha'],
  ['true with a capital', 'true', 'True', 10, 'true ou false'],
  ['a duplicate field', '  "list"', '  "alt": "x",\n  "list"', 5, 'uma vez só'],
])('%s', (_title, from, to, line, expected) => {
  const text = FILE.replace(from, () => to);
  expect(text).not.toBe(FILE);
  expect(parseJson(text)).toMatchObject({
    issues: [{ line, expected: expect.stringContaining(expected) as unknown }],
  });
});

test('an extra comma and comments are harmless', () => {
  const { data, issues } = parseJson(
    FILE.replace('"z"', '"z", // fim').replace('{', '/* nota */ {'),
  );
  expect(issues).toEqual([]);
  expect(data).toEqual(JSON.parse(FILE));
});

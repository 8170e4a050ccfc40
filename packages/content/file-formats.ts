/** Reads and writes content files as the editor does and the build reads them, including its repairs. */
import { stringify } from 'yaml';
import { cleanText, SOFT_BREAK } from './clean-text.ts';
import { report } from './report.ts';
import { AS_TYPED } from './front-matter.ts';
import { parseSource } from './source.ts';

type Fields = Record<string, unknown>;

function readFields(text: string, extension: 'md' | 'json'): Fields {
  const { data, issues, body } = parseSource(text, extension);
  const inFile = issues.map((issue) => ({ ...issue, file: '' }));
  if (data === undefined) throw new Error(report(inFile, ''));
  return { ...data, ...(body && { body: body.text }) };
}

/** Cleaned first: behind an invisible character, YAML sees no bracket that needs quotes. */
const asText = (_key: string, value: unknown) => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value).replace(SOFT_BREAK, '\n') : value;
};

/** Named like the editor's own formats, which they replace. */
export const FILE_FORMATS = {
  'yaml-frontmatter': {
    extension: 'md',
    fromFile: (text: string) => readFields(text, 'md'),
    // Omits quotes that the parser does not need, so that untouched lines stay unchanged.
    toFile: ({ body = '', ...fields }: Fields) =>
      `---\n${stringify(fields, asText, { ...AS_TYPED, lineWidth: 0, singleQuote: true })}---\n\n${String(body)}\n`,
  },
  json: {
    extension: 'json',
    fromFile: (text: string) => readFields(text, 'json'),
    toFile: (fields: Fields) => JSON.stringify(fields, null, 2),
  },
};

/** The format of a content file, by its name or its extension. */
export function formatOf(file: string): (typeof FILE_FORMATS)[keyof typeof FILE_FORMATS] {
  return FILE_FORMATS[file.endsWith('md') ? 'yaml-frontmatter' : 'json'];
}

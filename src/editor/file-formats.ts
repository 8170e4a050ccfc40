/** Reads and writes content files in the editor as the build reads them: with its repairs. */
import { stringify } from 'yaml';
import { report } from '../content-check/report.ts';
import { AS_TYPED, parseJsonFile, parseMarkdownFile } from '../content-files/parse.ts';
import type { ContentFile } from '../content-files/parse.ts';
import { cleanText } from '../schemas/clean-text.ts';

type Fields = Record<string, unknown>;

function fieldsOf({ data, issues, body }: ContentFile): Fields {
  if (data === undefined) throw new Error(report(issues.map((issue) => ({ ...issue, file: '' }))));
  return { ...(data as Fields), ...(body && { body: body.text.trim() }) };
}

const asText = (_key: string, value: unknown) =>
  typeof value === 'number' ? String(value) : value;

/** By the names of the editor's own formats, which they replace. */
export const FILE_FORMATS = {
  'yaml-frontmatter': {
    extension: 'md',
    fromFile: (text: string) => fieldsOf(parseMarkdownFile(cleanText(text))),
    // Without quotes that the parser does not need, so that untouched lines stay as they are.
    toFile: ({ body, ...fields }: Fields) =>
      `---\n${stringify(fields, asText, { ...AS_TYPED, lineWidth: 0, singleQuote: true })}---\n\n${String(body)}\n`,
  },
  json: {
    extension: 'json',
    fromFile: (text: string) => fieldsOf(parseJsonFile(cleanText(text))),
    toFile: (fields: Fields) => JSON.stringify(fields, null, 2),
  },
};

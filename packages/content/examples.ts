/** Finds what must not be published: values and drawings of the example, and prompts that nobody has filled in. */
import { checkContent } from './check.ts';
import type { SiteContent } from './collection.ts';
import { entriesIn, pictureAt, type ContentFiles } from './content-files.ts';
import { bodyLabel } from './entry.ts';
import { quote, type Issue } from './issue.ts';
import { checkPictures } from './picture-rules.ts';
import type { FileIssue } from './report.ts';
import { textsIn } from './schema-fields.ts';

const TO_FILL_IN = /\(a preencher:[^)]*\)/;

export const isExampleDrawing = ({ examples }: SiteContent, bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes);
  return examples.drawings.some((sign) => text.includes(sign));
};

export async function findExamples(site: SiteContent, content: ContentFiles): Promise<FileIssue[]> {
  const issues: FileIssue[] = [];
  for (const collection of Object.values(site.collections)) {
    for (const [file, entry] of entriesIn(collection, content.files)) {
      const judgeText = (text: string, place: Partial<Issue>): Issue[] => {
        const [prompt] = TO_FILL_IN.exec(text) ?? [];
        if (prompt !== undefined)
          return [{ ...place, expected: 'o que só a empresa sabe', found: quote(prompt) }];
        const isExample = file === site.examples.file && site.examples.values.includes(text);
        return isExample
          ? [{ ...place, expected: 'o dado da empresa, não o do exemplo', found: quote(text) }]
          : [];
      };
      const found = [
        ...textsIn(entry.fields).flatMap(([path, text]) => judgeText(text, { path })),
        ...judgeText(entry.body?.text ?? '', { field: bodyLabel(collection) }),
        ...(await checkPictures(entry, collection, async (name, use) => {
          const picture = pictureAt(file, name);
          const bytes = picture && (await content.readPicture(picture, use));
          return bytes && isExampleDrawing(site, bytes) ? 'uma imagem da empresa' : undefined;
        })),
      ];
      issues.push(...found.map((issue) => ({ ...entry.withLine(issue), file })));
    }
  }
  return issues;
}

/** Everything in the content that keeps it from being published. */
export async function findObstacles(
  site: SiteContent,
  content: ContentFiles,
): Promise<FileIssue[]> {
  return [...(await checkContent(site, content)), ...(await findExamples(site, content))];
}

import site from 'virtual:editor-site';
import { inOneSentence } from '@site/content/report';
import type { Path } from '@site/content/issue';
import type { ContentEntry } from '@site/content/entry';
import { valueAt } from '@site/content/schema-fields';

interface Remark {
  path: Path;
  sentence: string;
  isWrong: boolean;
}

/** The rules that an entry's texts break, and the site's own remarks, each with its field. */
export function remarksOn({ fields, data, issues }: ContentEntry, collection: string): Remark[] {
  const broken = issues.flatMap(({ path = [], field = '', ...issue }) => {
    const text = valueAt(fields, path);
    // The author already knows that a field is empty.
    if (typeof text !== 'string' || text.trim() === '') return [];
    return { path, sentence: inOneSentence({ field, ...issue }), isWrong: true };
  });
  const own = site.remarksOn(collection, data).map((remark) => ({ ...remark, isWrong: false }));
  return [...broken, ...own];
}

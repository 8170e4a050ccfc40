import { inOneSentence } from '../../content/report.ts';
import type { ContentEntry } from '../../content/entry.ts';
import type { Path } from '../../content/issue.ts';
import { valueAt } from '../../content/schema-fields.ts';
import { isCurrent, spanOf } from '../../../src/lib/notices.ts';
import { siteSchema, type Notice } from '../../../src/schemas/pages.ts';

/** A sentence about one field of an entry. */
interface Remark {
  path: Path;
  sentence: string;
}

const DAYS = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** Says when a notice shows, unless that is today. Visitors read its days without the year. */
function explainAbsence(notice: Notice): string | undefined {
  if (isCurrent(spanOf(notice))) return undefined;
  const days = DAYS.formatRange(new Date(notice.from), new Date(notice.until)).replace(
    /\b1(?= (?:–|de) )/g,
    '1º',
  );
  return `Hoje os visitantes não veem o aviso “${notice.text}”. Os dias dele: ${days}.`;
}

/** The rules that an entry's texts break, and its notices that are not visible today. */
export function remarksOn({ fields, data, issues }: ContentEntry): Remark[] {
  const broken = issues.flatMap(({ path = [], field = '', ...issue }) => {
    const text = valueAt(fields, path);
    // The author already knows that a field is empty.
    if (typeof text !== 'string' || text.trim() === '') return [];
    return { path, sentence: inOneSentence({ field, ...issue }) };
  });
  const notices = siteSchema.shape.notices.safeParse(data?.['notices']).data ?? [];
  const absent = notices.flatMap((notice, index) => {
    const sentence = explainAbsence(notice);
    return sentence ? { path: ['notices', index, 'text'], sentence } : [];
  });
  return [...broken, ...absent];
}

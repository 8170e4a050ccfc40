/** Notices above the header: the build drops past ones, the browser shows the current ones. */
import type { Notice } from '../schemas/pages.ts';

/** Brasília time, without daylight saving time since 2019. */
const UTC_OFFSET = '-03:00';

const IN_WORDS = new Intl.DateTimeFormat('pt-BR', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** “24 de dezembro”, or “De 24 de dezembro a 1º de janeiro”: the first of a month is an ordinal. */
function daysInWords({ from, until }: Notice): string {
  const [first = '', last = ''] = [from, until].map((day) =>
    IN_WORDS.format(new Date(day)).replace(/^1 /, '1º '),
  );
  return first === last ? first : `De ${first} a ${last}`;
}

/** In hours since 1970: shorter in the page than milliseconds. */
const hourAt = (time: string): number => Date.parse(`${time}${UTC_OFFSET}`) / 3_600_000;

/** From the first day's start to the last day's end. */
const spanOf = ({ from, until }: Notice) => ({
  start: hourAt(`${from}T00:00`),
  end: hourAt(`${until}T24:00`),
});

function isCurrent({ start, end }: { start: number; end: number }): boolean {
  const hour = Date.now() / 3_600_000;
  return start <= hour && hour < end;
}

/** Notices whose last day has not passed, each with its days in words and its span. */
export function unexpiredNotices(notices: readonly Notice[] = []) {
  return notices
    .map((notice) => ({ text: notice.text, days: daysInWords(notice), ...spanOf(notice) }))
    .filter(({ end }) => isCurrent({ start: 0, end }));
}

const LONG_DAYS = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** Says to editors when a notice shows, unless that is today. Visitors read its days without the year. */
export function remarkOnAbsence(notice: Notice): string | undefined {
  if (isCurrent(spanOf(notice))) return undefined;
  const days = LONG_DAYS.formatRange(new Date(notice.from), new Date(notice.until));
  const inWords = days.replace(/\b1(?= (?:–|de) )/g, '1º');
  return `Hoje os visitantes não veem o aviso “${notice.text}”. Os dias dele: ${inWords}.`;
}

/**
 * Hides the notices of other days. Runs in the page too, so it refers to nothing else, and before the first paint:
 * later, it would shift the layout.
 */
export const hideOtherNotices = (page: ParentNode = document): void => {
  const hour = Date.now() / 3_600_000;
  page.querySelectorAll<HTMLElement>('[data-end]').forEach((notice) => {
    const { start, end } = notice.dataset;
    notice.hidden = hour < Number(start) || hour >= Number(end);
  });
};

/** Identifies the script within a page. */
export const NOTICE_SCRIPT_ID = 'avisos-do-dia';
// Without line breaks, some twenty bytes less in the page.
export const NOTICE_SCRIPT = `(${hideOtherNotices.toString()})()`.replace(/\n\s*/g, '');

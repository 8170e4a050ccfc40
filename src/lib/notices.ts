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

/** From the first day's start to the last day's end. */
const spanOf = ({ from, until }: Notice) => ({
  startMs: Date.parse(`${from}T00:00${UTC_OFFSET}`),
  endMs: Date.parse(`${until}T24:00${UTC_OFFSET}`),
});

function isCurrent({ startMs, endMs }: { startMs: number; endMs: number }): boolean {
  return startMs <= Date.now() && Date.now() < endMs;
}

/** Notices whose last day has not passed, each with its days in words and its span. */
export function unexpiredNotices(notices: readonly Notice[] = []) {
  return notices
    .map((notice) => ({ text: notice.text, days: daysInWords(notice), ...spanOf(notice) }))
    .filter(({ endMs }) => isCurrent({ startMs: 0, endMs }));
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
 * Runs in the page, so it refers to nothing else, before the first paint: hidden later, a notice would shift the
 * layout.
 */
const hideOthers = (now: number, page: ParentNode): void => {
  page.querySelectorAll<HTMLElement>('[data-end-ms]').forEach((notice) => {
    const { startMs, endMs } = notice.dataset;
    notice.hidden = now < Number(startMs) || now >= Number(endMs);
  });
};

/** Hides the notices of other days. */
export const hideOtherNotices = (page: ParentNode): void => {
  hideOthers(Date.now(), page);
};

/** Identifies the script within a page. */
export const NOTICE_SCRIPT_ID = 'avisos-do-dia';
export const NOTICE_SCRIPT = `(${hideOthers.toString()})(Date.now(),document)`;

/** Notices above the header: the build drops past ones, the browser shows the current ones. */
import type { Notice } from '../schemas/pages.ts';

/** Brasília time, without daylight saving time since 2019. */
const UTC_OFFSET = '-03:00';

const IN_WORDS = new Intl.DateTimeFormat('pt-BR', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** “24 de dezembro”, or “De 24 de dezembro a 2 de janeiro”. */
function daysInWords({ from, until }: Notice): string {
  const [first = '', last = ''] = [from, until].map((day) => IN_WORDS.format(new Date(day)));
  return first === last ? first : `De ${first} a ${last}`;
}

/** Notices whose last day has not passed, each with its days in words, and its start and end in milliseconds. */
export function unexpiredNotices(notices: readonly Notice[] = [], nowMs = Date.now()) {
  return notices
    .map((notice) => ({
      notice,
      startMs: Date.parse(`${notice.from}T00:00${UTC_OFFSET}`),
      endMs: Date.parse(`${notice.until}T24:00${UTC_OFFSET}`),
    }))
    .filter(({ endMs }) => endMs > nowMs)
    .map(({ notice, ...times }) => ({ text: notice.text, days: daysInWords(notice), ...times }));
}

/** Runs in the page before the first paint: hidden later, a notice would shift the layout. */
function hideOnOtherDays(): void {
  document.querySelectorAll<HTMLElement>('[data-end-ms]').forEach((notice) => {
    const { startMs, endMs } = notice.dataset;
    notice.hidden = Date.now() < Number(startMs) || Date.now() >= Number(endMs);
  });
}

/** Identifies the script within a page. */
export const NOTICE_SCRIPT_ID = 'avisos-do-dia';
export const NOTICE_SCRIPT = `(${hideOnOtherDays.toString()})()`;

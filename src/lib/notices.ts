/** Notices above the bar: a build brings what is still to come, and the browser shows what is on. */
import type { Notice } from '../schemas/pages.ts';

/** Brazil has known no other since 2019. */
const TIME_ZONE = '-03:00';

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

/** The notices whose last day has not passed, each with its days as words and as milliseconds. */
export function upcomingNotices(notices: readonly Notice[] = [], nowMs = Date.now()) {
  return notices
    .map((notice) => ({
      notice,
      startMs: Date.parse(`${notice.from}T00:00${TIME_ZONE}`),
      endMs: Date.parse(`${notice.until}T24:00${TIME_ZONE}`),
    }))
    .filter(({ endMs }) => endMs > nowMs)
    .map(({ notice, ...times }) => ({ text: notice.text, days: daysInWords(notice), ...times }));
}

/** Runs in the page, before it is painted: a notice that vanished later would move it. */
function hideOnOtherDays(): void {
  document.querySelectorAll<HTMLElement>('[data-until]').forEach((notice) => {
    const { from, until } = notice.dataset;
    notice.hidden = Date.now() < Number(from) || Date.now() >= Number(until);
  });
}

/** Tells the script from the others of a page. */
export const NOTICE_SCRIPT_ID = 'avisos-do-dia';
export const NOTICE_SCRIPT = `(${hideOnOtherDays.toString()})()`;

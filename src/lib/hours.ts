/** The company's hours, in words and for search engines. */
import { DAY_NAMES, DAYS, type Period } from '../schemas/hours.ts';

/** `08:00` as 8h, `13:30` as 13h30. */
function timeInWords(time: string): string {
  return time.replace(/^0?(\d+):(\d\d)/, (_all, hour: string, minute: string) =>
    minute === '00' ? `${hour}h` : `${hour}h${minute}`,
  );
}

/**
 * “Segunda a sexta, das 8h às 12h e das 13h30 às 18h; sábado, das 8h às 12h.” Periods of the same days that
 * follow each other share their days.
 *
 * @returns undefined without hours
 */
export function hoursInWords(hours: readonly Period[] = []): string | undefined {
  if (hours.length === 0) return undefined;
  const sentence = hours
    .map(({ from, until = from, opens, closes }, index) => {
      const times = `das ${timeInWords(opens)} às ${timeInWords(closes)}`;
      const previous = hours[index - 1];
      if (previous?.from === from && (previous.until ?? from) === until) return ` e ${times}`;
      const days = until === from ? from : `${from} a ${until}`;
      return `${index === 0 ? '' : '; '}${days}, ${times}`;
    })
    .join('');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** @see https://developers.google.com/search/docs/appearance/structured-data/local-business */
export function openingHours(hours: readonly Period[]) {
  return hours.map(({ from, until = from, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: DAY_NAMES.slice(DAY_NAMES.indexOf(from), DAY_NAMES.indexOf(until) + 1).map(
      (day) => DAYS[day],
    ),
    opens,
    // The last moment of a day that has no 24:00.
    closes: closes === '24:00' ? '23:59' : closes,
  }));
}

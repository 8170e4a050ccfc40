/** Days of the week by their schema.org codes. */
const DAY_CODES: Record<string, string> = {
  segunda: 'Mo',
  terça: 'Tu',
  quarta: 'We',
  quinta: 'Th',
  sexta: 'Fr',
  sábado: 'Sa',
  domingo: 'Su',
};

const DAY = `(${Object.keys(DAY_CODES).join('|')})(?:-feira)?`;
const TIME = String.raw`(\d{1,2})(?:h|:)(\d\d)?h?`;
const ANY_TIME = new RegExp(TIME, 'g');
/** “segunda a sexta, das 8h às 12h30”; a span without days takes those of the previous span. */
const SPAN = new RegExp(
  `(?:(?:de )?${DAY}(?: (a|à|até|e) ${DAY})?,? )?(?:das |de )?${TIME} (?:às|a|até) ${TIME}`,
  'g',
);

const LAST_HOUR = 24;
const LAST_MINUTE = 59;

/** The first impossible time of a text, such as the 25h of “das 8h às 25h”. */
export function impossibleTime(text: string): string | undefined {
  const times = Array.from(
    text.toLowerCase().matchAll(SPAN),
    ([span]) => span.match(ANY_TIME) ?? [],
  );
  return times.flat().find((time) => {
    const [hour = 0, minute = 0] = time.split(/[h:]/).map(Number);
    return hour * 60 + minute > LAST_HOUR * 60 || minute > LAST_MINUTE;
  });
}

/**
 * Opening hours as search engines read them.
 *
 * @param text as people write it: “Segunda a sexta, das 8h às 18h; sábado, das 8h às 12h.”
 * @returns such as `['Mo-Fr 08:00-18:00', 'Sa 08:00-12:00']`; undefined if the text says anything else
 * @see https://schema.org/openingHours
 */
export function openingHours(text = ''): string[] | undefined {
  const said = text.toLowerCase();
  if (/[^\s,;.e]/.test(said.replace(SPAN, ''))) return undefined;
  let days = '';
  const spans = Array.from(said.matchAll(SPAN), ([, first, to, last, ...times]) => {
    const [fromHour = '', fromMinute = '00', untilHour = '', untilMinute = '00'] = times;
    const codes = [first, last].flatMap((day) => DAY_CODES[day ?? ''] ?? []);
    if (codes.length > 0) days = codes.join(to === 'e' ? ',' : '-');
    return `${days} ${fromHour.padStart(2, '0')}:${fromMinute}-${untilHour.padStart(2, '0')}:${untilMinute}`;
  });
  return days === '' ? undefined : spans;
}

import type { ContactMessage } from '../_shared/contact-form.ts';

/** Messages with this many points are marked as suspect, never dropped: a person reads the mailbox. */
export const SUSPECT_POINTS = 2;

const LINK_START = /https?:\/\/|www\./gi;
// One match per URL. Without http, a URL counts only if it has a path, as in mass mailings: a visitor may
// mention their own site (minhaloja.com.br), a program or a file (Node.js). The top-level domain has only
// lower-case letters: dates, amounts and CNPJ numbers have digits, and a capital after a full stop begins
// a name or a sentence (Sta.Rita/SC). Text after @ belongs to an e-mail address. The length of labels is
// limited (RFC 1035), which keeps the search linear.
const LINK =
  /(?:https?:\/\/|www\.|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.)+[\p{Ll}\p{Lo}]{2,63}(?::\d{1,5})?\/)(?:(?!https?:\/\/)[^\s,;|<>"])*/gu;
const LINK_MARKUP = /<a\s|\[url[=\]]|\[link[=\]]/i;
const FOREIGN_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/gu;

interface SpamSignals {
  /** The native form's hidden field was filled in. */
  isHoneypotFilled: boolean;
  /** Browsers always send Origin when posting; some privacy settings send `null`. */
  isOriginMissing: boolean;
}

/** Adds up the signs of spam. The database adds a point for two messages within seconds. */
export function spamPoints(message: ContactMessage, signals: SpamSignals): number {
  let points = 0;
  if (signals.isHoneypotFilled) points += SUSPECT_POINTS;
  if (signals.isOriginMissing) points += 1;

  if (LINK_MARKUP.test(message.message)) points += SUSPECT_POINTS;
  const links = countLinks(message.message);
  points += links >= 3 ? SUSPECT_POINTS : links >= 1 ? 1 : 0;
  // Neither a name nor a phone needs a link.
  if (countLinks(message.name) > 0) points += SUSPECT_POINTS;
  if (countLinks(message.phone) > 0) points += SUSPECT_POINTS;

  // The site is in Portuguese: in these scripts, mass mailings outnumber people.
  const foreign = message.message.match(FOREIGN_SCRIPT)?.length ?? 0;
  if (foreign > [...message.message].length / 3) points += 1;
  return points;
}

function countLinks(text: string): number {
  const comparable = text.replace(LINK_START, (start) => start.toLowerCase());
  return comparable.match(LINK)?.length ?? 0;
}

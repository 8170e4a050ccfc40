import type { ContactMessage } from './message.ts';

/** From this many points on a message is marked. It is never dropped: a person reads the mailbox. */
export const SUSPECT_POINTS = 2;

const LINK_START = /https?:\/\/|www\./gi;
// One URL is one match, to its end. Without http it counts only with a path, as mailings have it: a
// visitor may name a site of their own (minhaloja.com.br), a program or a file (Node.js). The last label
// of its domain has letters alone, unlike dates, amounts and CNPJ numbers, and small ones: a capital after
// a full stop begins a name or a sentence (Sta.Rita/SC). What stands behind @ belongs to an e-mail address.
// Labels are bounded (RFC 1035), and with them the time that the search takes.
const LINK =
  /(?:https?:\/\/|www\.|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.)+[\p{Ll}\p{Lo}]{2,63}(?::\d{1,5})?\/)(?:(?!https?:\/\/)[^\s,;|<>"])*/gu;
const LINK_MARKUP = /<a\s|\[url[=\]]|\[link[=\]]/i;
const FOREIGN_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/gu;

export interface SpamSignals {
  /** The native form's invisible field was filled in. */
  isHoneypotFilled: boolean;
  /** No page that posts from a browser leaves Origin out; some privacy settings do blank it. */
  isOriginMissing: boolean;
}

/** Adds up what speaks for spam. Sending twice within seconds adds a point in the database. */
export function spamPoints(message: ContactMessage, signals: SpamSignals): number {
  let points = 0;
  if (signals.isHoneypotFilled) points += SUSPECT_POINTS;
  if (signals.isOriginMissing) points += 1;

  if (LINK_MARKUP.test(message.message)) points += SUSPECT_POINTS;
  const links = countLinks(message.message);
  points += links >= 3 ? SUSPECT_POINTS : links >= 1 ? 1 : 0;
  // No name and no phone needs one.
  if (countLinks(message.name) > 0) points += SUSPECT_POINTS;
  if (countLinks(message.phone) > 0) points += SUSPECT_POINTS;

  // The site is in Portuguese. Few people write to it in these scripts; many mailings do.
  const foreign = message.message.match(FOREIGN_SCRIPT)?.length ?? 0;
  if (foreign > [...message.message].length / 3) points += 1;
  return points;
}

function countLinks(text: string): number {
  const comparable = text.replace(LINK_START, (start) => start.toLowerCase());
  return comparable.match(LINK)?.length ?? 0;
}

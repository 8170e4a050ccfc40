import type { ContactMessage } from './message.ts';

/** From this many points on a message is marked. It is never dropped: a person reads the mailbox. */
export const SUSPECT_POINTS = 2;

const LINK = /https?:\/\/|www\./gi;
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
  const links = message.message.match(LINK)?.length ?? 0;
  points += links >= 3 ? SUSPECT_POINTS : links >= 1 ? 1 : 0;
  if (new RegExp(LINK.source, 'i').test(message.name)) points += SUSPECT_POINTS;

  // The site is in Portuguese. Few people write to it in these scripts; many mailings do.
  const foreign = message.message.match(FOREIGN_SCRIPT)?.length ?? 0;
  if (foreign > [...message.message].length / 3) points += 1;
  return points;
}

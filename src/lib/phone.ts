/** Turns the company's phone numbers into links. */
import { mailLink } from '@site/supabase/mail-address';
import { encodeShortened, phoneDigits, whatsappLink } from '@site/supabase/phone';

/** Longest percent-encoded body of a mail link: Windows opens none beyond 2,083 characters. */
const MAX_MAIL_CHARACTERS = 1_800;

/** A company number as one dials it, without its extension. */
export function dialledNumber(phone: string): string {
  const [number = ''] = phone.split('ramal').map(phoneDigits);
  // 0800, 4004 and similar numbers work only within Brazil, without a country code.
  return phone.startsWith('(') ? `+55${number}` : number;
}

/** `tel:` link of a company number; dials its extension after a pause. */
export function telLink(phone: string): string {
  const [, extension = ''] = phone.split('ramal').map(phoneDigits);
  return `tel:${dialledNumber(phone)}${extension === '' ? '' : `,${extension}`}`;
}

/**
 * Link that puts a message which the form could not send into a chat or, without WhatsApp, into a mail.
 *
 * @param digits as for {@link whatsappLink}; empty or undefined if the company has no WhatsApp
 * @param email address of the company
 */
export function rescueLink(digits: string | undefined, email: string, text: string): string {
  if (digits) return whatsappLink(digits, text);
  // RFC 6068 requires these line breaks.
  const body = encodeShortened(text.replaceAll('\n', '\r\n'), MAX_MAIL_CHARACTERS);
  return `${mailLink(email)}?subject=Mensagem%20pelo%20site&body=${body}`;
}

/** Digits of the company's WhatsApp number, with country code; empty if it has none. */
export function whatsappNumber(phones: { number: string; whatsapp: boolean }[]): string {
  const marked = phones.find(({ whatsapp }) => whatsapp);
  return marked ? `55${phoneDigits(marked.number)}` : '';
}

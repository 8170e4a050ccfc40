import MailComposer from 'nodemailer/lib/mail-composer';

import { asciiAddress } from '../_shared/mail-address.ts';
import { whatsappLink } from '../_shared/phone.ts';
import type { ContactConfig } from './config.ts';
import { sha256 } from './identity.ts';
import type { StoredMessage } from './store.ts';
import { readPhone } from './visitor-phone.ts';

const DIGEST_REASON =
  'Chegaram muitas mensagens em pouco tempo, por isso elas vieram juntas neste e-mail. Cada uma tem o seu link de resposta.';
// No Reply-To: an address in a message may be the thief's, a broken mailbox or somebody else's.
const HOW_TO_ANSWER =
  'Para responder, use o telefone ou um e-mail da mensagem, depois de conferir de quem é. Uma resposta direta a este e-mail não chega a quem escreveu.';
const SUSPECT_WARNING = 'Marcada como suspeita: tem sinais de spam. Confira antes de abrir links.';
const TEXT_SEPARATOR = `\n\n${'—'.repeat(30)}\n\n`;

/** Of the message, in the subject. */
const MAX_SUBJECT_CHARACTERS = 60;

/** An e-mail address in a text. A capital after its last full stop would begin a sentence. */
const ADDRESS =
  /(?<![\p{L}\p{N}_.+'-])[\p{L}\p{N}_.+'-]+@(?:[\p{L}\p{N}-]+\.)+(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{N}-])/gu;
/** Of one message: a longer list is its subject, not its sender. The database reckons with it (claim_mail). */
const MAX_ADDRESSES = 5;

export type MailSettings = Pick<ContactConfig, 'toEmail' | 'fromEmail' | 'companyName' | 'siteUrl'>;

export interface ComposedMail {
  envelope: { from: string; to: string[] };
  raw: Uint8Array;
}

const inBrasilia = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'full',
  timeStyle: 'short',
});

/**
 * Composes the mail to the company: a complete RFC 5322 message with a text and an HTML part. Several
 * messages make a digest. It has no Auto-Submitted header, because helpdesks drop mail that has one.
 */
export async function composeMail(
  messages: StoredMessage[],
  settings: MailSettings,
): Promise<ComposedMail> {
  const { toEmail, fromEmail, companyName } = settings;
  const parts = messages.map((message) => describe(message, settings));
  if (parts.length > 1) parts.unshift([DIGEST_REASON]);
  parts.push([HOW_TO_ANSWER]);
  // The same messages have the same ID, so that mailboxes can collapse a rare second delivery.
  const key = sha256(...messages.map(({ id, createdAt }) => `${id} ${createdAt.getTime()}`));
  const composer = new MailComposer({
    from: { name: `Site ${companyName}`, address: fromEmail },
    to: toEmail,
    subject: subjectOf(messages),
    messageId: `<${key.slice(0, 32)}@${fromEmail.slice(fromEmail.lastIndexOf('@') + 1)}>`,
    text: parts.map((lines) => lines.map(asText).join('\n')).join(TEXT_SEPARATOR),
    // A long URL must not widen the page on a phone.
    html: `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Mensagem do site</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;overflow-wrap:anywhere;word-break:break-word">
${parts.map((lines) => `<p>${lines.map(asHtml).join('<br>\n')}</p>`).join('\n<hr>\n')}
</body></html>
`,
    // What a visitor types must never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope: { from: fromEmail, to: [toEmail] }, raw: await composer.compile().build() };
}

/** Text, or text with a label, a link or both. */
type Line = string | { label?: string; text: string; href?: string | undefined };

function asText(line: Line): string {
  if (typeof line === 'string') return line;
  const { label, text, href = '' } = line;
  return `${label ?? text}: ${label === undefined ? href : text}`;
}

/** Some mail programs ignore `white-space`: `<br>` keeps the lines. */
function asHtml(line: Line): string {
  if (typeof line === 'string') return escapeHtml(line).replaceAll('\n', '<br>\n');
  const { label, text, href } = line;
  const value = escapeHtml(text);
  const link = href === undefined ? value : `<a href="${escapeHtml(href)}">${value}</a>`;
  return label === undefined ? link : `<strong>${label}:</strong> ${link}`;
}

/** Makes text safe inside HTML elements and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The lines about one message. */
function describe(message: StoredMessage, { companyName, siteUrl }: MailSettings): Line[] {
  const { telLink, chatDigits, note } = readPhone(message.phone);
  const greeting = `Olá, ${message.name}! Aqui é da ${companyName}. Recebi sua mensagem pelo site.`;
  const typed = `${message.name}\n${message.phone}\n${message.message}`;
  const addresses = [...new Set(typed.match(ADDRESS))].slice(0, MAX_ADDRESSES);
  return [
    ...(message.isSuspect ? [SUSPECT_WARNING, ''] : []),
    { label: 'Nome', text: message.name },
    { label: 'Telefone', text: message.phone, href: telLink },
    ...(chatDigits === undefined
      ? []
      : [{ text: 'Responder pelo WhatsApp', href: whatsappLink(chatDigits, greeting) }]),
    ...(note === undefined ? [] : [note]),
    ...addresses.map((address) => ({
      label: 'E-mail na mensagem',
      text: address,
      href: `mailto:${encodeURI(asciiAddress(address))}`,
    })),
    { label: 'Recebida em', text: `${inBrasilia.format(message.createdAt)} (horário de Brasília)` },
    { label: 'Site', text: new URL(message.site ?? siteUrl).host },
    ...(message.otherAddresses === null
      ? []
      : [
          `Atenção: o site publicado indica outro endereço (${message.otherAddresses}). Avise quem cuida do site.`,
        ]),
    '',
    message.message,
  ];
}

/** What differs from mail to mail keeps mailboxes from folding them into a conversation. */
function subjectOf(messages: StoredMessage[]): string {
  const [message, last] = [messages[0], messages.at(-1)];
  if (message === undefined || message !== last) {
    return `${messages.length} mensagens do site (nº ${message?.id} a ${last?.id})`;
  }
  const words = message.message.replace(/\s+/g, ' ');
  const start = Array.from(words).slice(0, MAX_SUBJECT_CHARACTERS).join('');
  const excerpt = start === words ? words : `${start.replace(/ \S*$/, '')}…`;
  const prefix = message.isSuspect ? '[suspeita] ' : '';
  return `${prefix}${message.name}, pelo site: ${excerpt} (nº ${message.id})`;
}

import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import * as z from 'zod';

import { asciiAddress } from '../_shared/mail-address.ts';
import { whatsappLink } from '../_shared/phone.ts';
import type { ContactConfig } from './config.ts';
import { sha256 } from './identity.ts';
import type { StoredMessage } from './store.ts';
import { readPhone } from './visitor-phone.ts';

const DIGEST_REASON =
  'Chegaram muitas mensagens em pouco tempo, por isso elas vieram juntas neste e-mail. Cada uma tem o seu link de resposta.';
const HOW_TO_ANSWER =
  'Para responder, use o telefone ou o e-mail que estiver na mensagem: uma resposta direta a este e-mail não chega a quem escreveu.';
const SUSPECT_WARNING = 'Marcada como suspeita: tem sinais de spam. Confira antes de abrir links.';
const TEXT_SEPARATOR = `\n\n${'—'.repeat(30)}\n\n`;

/** Of the message, in the subject. */
const MAX_SUBJECT_CHARACTERS = 60;

/** An e-mail address in a text. A capital after its last full stop would begin a sentence. */
const ADDRESS =
  /(?<![\p{L}\p{N}_.+'-])[\w.+'-]+@(?:[\p{L}\p{N}-]+\.)+(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{N}-])/gu;

/** With charset and delimiters, an encoded word stays within the 75 characters of RFC 2047, section 2. */
const MAX_ENCODED_TEXT_CHARACTERS = 52;

export type MailSettings = Pick<ContactConfig, 'toEmail' | 'fromEmail' | 'companyName'>;

export interface ComposedMail {
  envelope: { from: string; to: string[] };
  raw: Uint8Array;
}

const brasiliaTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'full',
  timeStyle: 'short',
});

const inBrasilia = (time: Date): string => brasiliaTime.format(time).replace(/\b1(?= de )/, '1º');

/**
 * Composes the mail to the company: a complete RFC 5322 message with a text and an HTML part. Several
 * messages make a digest.
 */
export async function composeMail(
  messages: StoredMessage[],
  settings: MailSettings,
): Promise<ComposedMail> {
  const { toEmail, fromEmail, companyName } = settings;
  const parts = messages.map((message) => describe(message, settings));
  if (parts.length > 1) parts.unshift([DIGEST_REASON]);
  const replyTo = replyAddress(messages, settings);
  if (replyTo === undefined) parts.push([HOW_TO_ANSWER]);
  // The same messages have the same ID, so that mailboxes can collapse a rare second delivery.
  const key = sha256(...messages.map(({ id, createdAt }) => `${id} ${createdAt.getTime()}`));
  const composer = new MailComposer({
    from: { name: `Site ${companyName}`, address: fromEmail },
    to: toEmail,
    replyTo,
    subject: literalHeader(subjectOf(messages)),
    messageId: `<${key.slice(0, 32)}@${fromEmail.slice(fromEmail.lastIndexOf('@') + 1)}>`,
    // RFC 3834: suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: parts.map((lines) => lines.map(asText).join('\n')).join(TEXT_SEPARATOR),
    html: `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Mensagem do site</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5">
${parts.map((lines) => `<p>${lines.map(asHtml).join('<br>\n')}</p>`).join('\n<hr>\n')}
</body></html>
`,
    // What a visitor types must never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope: { from: fromEmail, to: [toEmail] }, raw: await composer.compile().build() };
}

/** Text, or a label with text that may be a link. */
type Line = string | { label: string; text: string; href?: string | undefined };

function asText(line: Line): string {
  if (typeof line === 'string') return line;
  const { label, text, href } = line;
  return `${label}: ${href?.startsWith('https:') ? href : text}`;
}

/** Some mail programs ignore `white-space`: `<br>` keeps the lines. */
function asHtml(line: Line): string {
  if (typeof line === 'string') return escapeHtml(line).replaceAll('\n', '<br>\n');
  const { label, text, href } = line;
  const value = escapeHtml(text);
  const link = href === undefined ? value : `<a href="${escapeHtml(href)}">${value}</a>`;
  return `<strong>${label}:</strong> ${link}`;
}

/** Makes text safe inside HTML elements and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The lines about one message. */
function describe(message: StoredMessage, { companyName }: MailSettings): Line[] {
  const { telLink, chats, note } = readPhone(message.phone);
  const greeting = `Olá, ${message.name}! Aqui é da ${companyName}. Recebi sua mensagem pelo site.`;
  return [
    ...(message.isSuspect ? [SUSPECT_WARNING, ''] : []),
    { label: 'Nome', text: message.name },
    { label: 'Telefone', text: message.phone, href: telLink },
    ...chats.map(({ label, digits }) => ({
      label,
      text: `+${digits}`,
      href: whatsappLink(digits, greeting),
    })),
    ...(note === undefined ? [] : [note]),
    {
      label: 'Recebida em',
      text: `${inBrasilia(message.createdAt)} (horário de Brasília)`,
    },
    ...(message.otherAddresses === null
      ? []
      : [`O formulário do site mostra outro endereço: ${message.otherAddresses}`]),
    '',
    message.message,
  ];
}

/** The one address that a visitor has written besides the company's; undefined if there is none or several. */
function replyAddress(
  [message, ...others]: StoredMessage[],
  { toEmail, fromEmail }: MailSettings,
): string | undefined {
  if (message === undefined || others.length > 0) return undefined;
  const text = `${message.name}\n${message.phone}\n${message.message}`;
  const found = new Set((text.match(ADDRESS) ?? []).map((one) => asciiAddress(one).toLowerCase()));
  for (const ours of [toEmail, fromEmail]) found.delete(ours.toLowerCase());
  const [address] = found;
  return found.size === 1 && z.email().safeParse(address).success ? address : undefined;
}

/** The message's first words keep mailboxes from folding mails of one subject into a conversation. */
function subjectOf(messages: StoredMessage[]): string {
  const [message] = messages;
  if (message === undefined || messages.length > 1) return `${messages.length} mensagens do site`;
  const words = message.message.replace(/\s+/g, ' ');
  const start = Array.from(words).slice(0, MAX_SUBJECT_CHARACTERS).join('');
  const excerpt = start === words ? words : `${start.replace(/ \S*$/, '')}…`;
  const prefix = message.isSuspect ? '[suspeita] ' : '';
  return `${prefix}${message.name}, pelo site: ${excerpt} (nº ${message.id})`;
}

/**
 * Encodes a header text so that mail programs show it verbatim.
 *
 * nodemailer passes on text that already looks like an encoded word (RFC 2047). The reader's program
 * would decode one that a visitor typed, which could smuggle in line breaks, bidi overrides or our own
 * labels. Encoding it again prevents that.
 */
function literalHeader(text: string): string {
  return text.includes('=?') ? encodeWord(text, 'Q', MAX_ENCODED_TEXT_CHARACTERS) : text;
}

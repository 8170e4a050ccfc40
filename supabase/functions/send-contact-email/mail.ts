import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';

import { COLORS } from '../_shared/colors.ts';
import { internationalDigits, telLink, whatsappLink } from '../_shared/phone.ts';
import type { ContactConfig } from './config.ts';
import { escapeHtml } from './html.ts';
import type { StoredMessage } from './store.ts';

const SUSPECT_MARK = '[suspeita] ';
const SELF_TEST_MARK = '[teste] ';

/** With the charset and the delimiters it stays under the 75 of RFC 2047, section 2. */
const MAX_ENCODED_TEXT_CHARACTERS = 52;

export type MailSettings = Pick<ContactConfig, 'toEmail' | 'fromEmail' | 'companyName'>;

export type MailContent = Omit<StoredMessage, 'id' | 'attempts'>;

export interface ComposedMail {
  envelope: { from: string; to: string[] };
  raw: Uint8Array;
}

const brasiliaTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'full',
  timeStyle: 'short',
});

/** The mail to the company, as a complete RFC 5322 message with a text and an HTML part. */
export async function composeMail(
  message: MailContent,
  settings: MailSettings,
): Promise<ComposedMail> {
  const mark = message.isSelfTest ? SELF_TEST_MARK : message.isSuspect ? SUSPECT_MARK : '';
  const whatsapp = replyLink(message, settings.companyName);
  return compose(settings.toEmail, settings, {
    subject: literalHeader(`${mark}Mensagem do site: ${message.name}`),
    messageId: message.messageId,
    date: message.createdAt,
    text: textPart(message, whatsapp),
    html: htmlPart(message, whatsapp),
  });
}

/** A mail to the operator. */
export function composeNotice(
  text: string,
  to: string,
  settings: MailSettings,
): Promise<ComposedMail> {
  return compose(to, settings, { subject: 'Contact form: alert', text });
}

async function compose(
  to: string,
  { companyName, fromEmail }: MailSettings,
  content: ConstructorParameters<typeof MailComposer>[0],
): Promise<ComposedMail> {
  const composer = new MailComposer({
    from: { name: `Site ${companyName}`, address: fromEmail },
    to,
    // RFC 3834: keeps holiday notices from answering the sender address.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...content,
    // Everything is in the fields above; nothing typed by a visitor may name a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { envelope: { from: fromEmail, to: [to] }, raw };
}

/**
 * A header text that mail programs show exactly as it is here.
 *
 * nodemailer encodes whatever has to be, but passes on what already is an encoded word (RFC 2047): one
 * that a visitor typed would be decoded by the reader's program, and could bring along line breaks,
 * bidi overrides or our own mark. Encoded once more, it is decoded to what was typed.
 */
function literalHeader(text: string): string {
  return text.includes('=?') ? encodeWord(text, 'Q', MAX_ENCODED_TEXT_CHARACTERS) : text;
}

/** A chat with the visitor, or null where the phone has no area code. */
function replyLink({ name, phone }: MailContent, companyName: string): string | null {
  if (internationalDigits(phone) === null) return null;
  const firstName = name.split(' ')[0] ?? '';
  return whatsappLink(
    phone,
    `Olá, ${firstName}! Aqui é da ${companyName}. Recebi sua mensagem pelo site.`,
  );
}

function textPart(message: MailContent, whatsapp: string | null): string {
  return [
    `Nome: ${message.name}`,
    `Telefone: ${message.phone}`,
    `Responder pelo WhatsApp: ${whatsapp ?? 'o telefone veio sem DDD, por isso não há link'}`,
    `Recebida em: ${brasiliaTime.format(message.createdAt)} (horário de Brasília)`,
    '',
    message.message,
    '',
    ...(message.isSuspect
      ? ['Marcada como suspeita: tem sinais de spam. Confira antes de abrir links.', '']
      : []),
  ].join('\n');
}

function htmlPart(message: MailContent, whatsapp: string | null): string {
  const { ink, action, danger } = COLORS.light;
  const warning = message.isSuspect
    ? `<p style="color:${danger}"><strong>Marcada como suspeita:</strong> tem sinais de spam. Confira antes de abrir links.</p>`
    : '';
  const reply =
    whatsapp === null
      ? '<p>O telefone veio sem DDD, por isso não há link do WhatsApp.</p>'
      : `<p><a href="${escapeHtml(whatsapp)}">Responder pelo WhatsApp</a></p>`;
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>Mensagem do site</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;color:${ink}">
${warning}
<p><strong>Nome:</strong> ${escapeHtml(message.name)}<br>
<strong>Telefone:</strong> <a href="${escapeHtml(telLink(message.phone))}">${escapeHtml(message.phone)}</a><br>
<strong>Recebida em:</strong> ${escapeHtml(brasiliaTime.format(message.createdAt))} (horário de Brasília)</p>
<p style="white-space:pre-wrap;border-left:3px solid ${action};padding-left:12px">${escapeHtml(message.message)}</p>
${reply}
</body>
</html>
`;
}

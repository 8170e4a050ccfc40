import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';

import { escapeHtml } from './html.ts';
import { internationalDigits, phoneDigits } from './phone.ts';
import type { StoredMessage } from './store.ts';
import { whatsappLink } from './whatsapp.ts';

const SUSPECT_MARK = '[suspeita]';

/** With the charset and the delimiters it stays under the 75 of RFC 2047, section 2. */
const MAX_ENCODED_TEXT_CHARACTERS = 52;

export interface MailSettings {
  toEmail: string;
  fromEmail: string;
  companyName: string;
}

export type MailContent = Omit<StoredMessage, 'id' | 'attempts'>;

export interface ComposedMail {
  envelope: { from: string; to: string[] };
  raw: Uint8Array;
}

const saoPauloTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'full',
  timeStyle: 'short',
});

/** The mail to the company, as a complete RFC 5322 message with a text and an HTML part. */
export async function composeMail(
  message: MailContent,
  settings: MailSettings,
): Promise<ComposedMail> {
  const mark = message.isSuspect ? `${SUSPECT_MARK} ` : '';
  const composer = new MailComposer({
    from: { name: `Site ${settings.companyName}`, address: settings.fromEmail },
    to: settings.toEmail,
    subject: literalHeader(`${mark}Mensagem do site: ${message.name}`),
    messageId: message.messageId,
    date: message.createdAt,
    // RFC 3834: keeps holiday notices from answering the sender address.
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: textPart(message),
    html: htmlPart(message),
    // Everything is in the fields above; nothing typed by a visitor may name a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { envelope: { from: settings.fromEmail, to: [settings.toEmail] }, raw };
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

function replyLinks(message: MailContent): { tel: string; whatsapp: string | null } {
  const digits = internationalDigits(message.phone);
  const firstName = message.name.split(' ')[0] ?? '';
  return {
    tel: `tel:${digits === null ? phoneDigits(message.phone) : `+${digits}`}`,
    whatsapp:
      digits === null
        ? null
        : whatsappLink(digits, `Olá, ${firstName}! Recebemos sua mensagem pelo site.`),
  };
}

function textPart(message: MailContent): string {
  const { whatsapp } = replyLinks(message);
  return [
    `Nome: ${message.name}`,
    `Telefone: ${message.phone}`,
    `Responder pelo WhatsApp: ${whatsapp ?? 'o telefone veio sem DDD'}`,
    `Recebida em: ${saoPauloTime.format(message.createdAt)} (horário de São Paulo)`,
    '',
    message.message,
    '',
    ...(message.isSuspect
      ? ['Marcada como suspeita: tem sinais de spam. Confira antes de abrir links.', '']
      : []),
  ].join('\n');
}

function htmlPart(message: MailContent): string {
  const { tel, whatsapp } = replyLinks(message);
  const warning = message.isSuspect
    ? '<p style="color:#8a3a12"><strong>Marcada como suspeita:</strong> tem sinais de spam. Confira antes de abrir links.</p>'
    : '';
  const reply =
    whatsapp === null
      ? '<p>O telefone veio sem DDD: responda por ligação.</p>'
      : `<p><a href="${escapeHtml(whatsapp)}">Responder pelo WhatsApp</a></p>`;
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>Mensagem do site</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#16281F">
${warning}
<p><strong>Nome:</strong> ${escapeHtml(message.name)}<br>
<strong>Telefone:</strong> <a href="${escapeHtml(tel)}">${escapeHtml(message.phone)}</a><br>
<strong>Recebida em:</strong> ${escapeHtml(saoPauloTime.format(message.createdAt))} (horário de São Paulo)</p>
<p style="white-space:pre-wrap;border-left:3px solid #A4501F;padding-left:12px">${escapeHtml(message.message)}</p>
${reply}
</body>
</html>
`;
}

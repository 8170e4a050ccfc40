import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';

import { COLORS } from '../_shared/colors.ts';
import { whatsappLink } from '../_shared/phone.ts';
import type { ContactConfig } from './config.ts';
import { escapeHtml, markUrl } from './html.ts';
import { messageIdFor, sha256 } from './idempotency.ts';
import { readPhone, type PhoneLinks } from './visitor-phone.ts';
import type { StoredMessage } from './store.ts';

const SUSPECT_PREFIX = '[suspeita] ';
const SELF_TEST_PREFIX = '[teste] ';

const DIGEST_REASON =
  'Chegaram muitas mensagens em pouco tempo, por isso elas vieram juntas neste e-mail. Cada uma tem o seu link de resposta.';
const TEXT_SEPARATOR = `\n\n${'—'.repeat(30)}\n\n`;

/** With charset and delimiters, an encoded word stays within the 75 characters of RFC 2047, section 2. */
const MAX_ENCODED_TEXT_CHARACTERS = 52;

export type MailSettings = Pick<
  ContactConfig,
  'toEmail' | 'fromEmail' | 'companyName' | 'siteUrl' | 'whatsappDigits'
>;

export type MailContent = Omit<StoredMessage, 'id' | 'claim'>;

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
export function composeMail(
  messages: MailContent[],
  settings: MailSettings,
): Promise<ComposedMail> {
  const parts = messages.map((message) => {
    const phone = readPhone(message.phone);
    // A company without WhatsApp cannot reply there.
    const reply =
      settings.whatsappDigits === undefined ? undefined : replyLink(message, phone, settings);
    return { text: textPart(message, reply), html: htmlPart(message, phone, reply) };
  });
  const text = parts.map((part) => part.text);
  const html = parts.map((part) => part.html);
  const [message] = messages;
  if (message !== undefined && messages.length === 1) {
    const prefix = message.isSelfTest ? SELF_TEST_PREFIX : message.isSuspect ? SUSPECT_PREFIX : '';
    return compose(settings.toEmail, settings, {
      subject: literalHeader(`${prefix}Mensagem do site: ${message.name}`),
      messageId: message.messageId,
      date: message.createdAt,
      text: text.join(''),
      html: htmlPage(html, settings),
    });
  }
  return compose(settings.toEmail, settings, {
    subject: `${messages.length} mensagens do site`,
    // Derived from the messages, so that a mail sent again after a lost confirmation has the same ID.
    messageId: messageIdFor(sha256(...messages.map((one) => one.messageId)), settings.fromEmail),
    text: [DIGEST_REASON, ...text].join(TEXT_SEPARATOR),
    html: htmlPage([`<p>${DIGEST_REASON}</p>`, ...html], settings),
  });
}

/** Composes an alert to the operator. */
export function composeAlert(
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
    // RFC 3834: suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...content,
    // What a visitor types must never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { envelope: { from: fromEmail, to: [to] }, raw };
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

/** Link to a chat with the visitor as text and HTML, or why there is none. */
function replyLink(
  { name }: MailContent,
  { whatsappDigits, noChatReason }: PhoneLinks,
  { companyName }: MailSettings,
): { text: string; html: string } {
  if (whatsappDigits === null) {
    return {
      text: `sem link, porque ${noChatReason}`,
      html: `<p>Sem link para o WhatsApp, porque ${noChatReason}.</p>`,
    };
  }
  const firstName = name.split(' ')[0] ?? '';
  const link = whatsappLink(
    whatsappDigits,
    `Olá, ${firstName}! Aqui é da ${companyName}. Recebi sua mensagem pelo site.`,
  );
  const { whatsapp, onWhatsapp } = COLORS.light;
  return {
    text: link,
    html: `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 24px;border-radius:12px;background:${whatsapp};color:${onWhatsapp};font-weight:bold;text-decoration:none">Responder pelo WhatsApp</a></p>`,
  };
}

type ReplyLink = ReturnType<typeof replyLink> | undefined;

function textPart(message: MailContent, reply: ReplyLink): string {
  return [
    `Nome: ${message.name}`,
    `Telefone: ${message.phone}`,
    ...(reply ? [`Responder pelo WhatsApp: ${reply.text}`] : []),
    `Recebida em: ${inBrasilia(message.createdAt)} (horário de Brasília)`,
    '',
    message.message,
    '',
    ...(message.isSuspect
      ? ['Marcada como suspeita: tem sinais de spam. Confira antes de abrir links.', '']
      : []),
  ].join('\n');
}

function htmlPart(message: MailContent, { telLink }: PhoneLinks, reply: ReplyLink): string {
  const { action, danger } = COLORS.light;
  const warning = message.isSuspect
    ? `<p style="color:${danger}"><strong>Marcada como suspeita:</strong> tem sinais de spam. Confira antes de abrir links.</p>`
    : '';
  const phone = escapeHtml(message.phone);
  return `${warning}
<p><strong>Nome:</strong> ${escapeHtml(message.name)}<br>
<strong>Telefone:</strong> ${telLink === null ? phone : `<a href="${telLink}">${phone}</a>`}<br>
<strong>Recebida em:</strong> ${escapeHtml(inBrasilia(message.createdAt))} (horário de Brasília)</p>
<p style="white-space:pre-wrap;border-left:3px solid ${action};padding-left:12px">${escapeHtml(message.message)}</p>
${reply?.html ?? ''}`;
}

function htmlPage(parts: string[], settings: MailSettings): string {
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>Mensagem do site</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;color:${COLORS.light.ink}">
<p><img src="${escapeHtml(markUrl(settings))}" alt="" width="40" height="40" style="border-radius:8px;vertical-align:middle;margin-right:12px"><strong>${escapeHtml(settings.companyName)}</strong></p>
${parts.join('\n<hr>\n')}
</body>
</html>
`;
}

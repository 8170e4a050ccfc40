import MailComposer from 'nodemailer/lib/mail-composer';

import { asciiAddress, mailLink, MAX_ADDRESS_CHARACTERS } from '../_shared/mail-address.ts';
import { whatsappLink } from '../_shared/phone.ts';
import type { ContactConfig } from './config.ts';
import { sha256 } from './identity.ts';
import type { StoredMessage } from './store.ts';
import { readPhone } from './visitor-phone.ts';

const DIGEST_REASON =
  'Estas mensagens chegaram em pouco tempo e vieram juntas neste e-mail. Responda a cada uma pelo contato que ela traz.';
// No Reply-To: an address in a message may be the thief's, a broken mailbox or somebody else's.
const HOW_TO_ANSWER =
  'Responda por telefone, pelo WhatsApp ou pelo e-mail que estiver na mensagem, depois de conferir de quem é. Uma resposta a este e-mail não chega à pessoa.';
const SUSPECT_WARNING = 'Marcada como suspeita: tem sinais de spam. Confira antes de abrir links.';
const TEXT_SEPARATOR = `\n\n${'—'.repeat(30)}\n\n`;

// Mail programs drop a page's styles, but not those of an element. Colours suit a dark page too.
const NAME = 'margin:0;font-size:20px;font-weight:700';
const QUOTE = 'margin:20px 0;padding-left:16px;border-left:4px solid #888';
const BUTTON =
  'display:inline-block;border:solid #116b3f;border-width:12px 20px;border-radius:8px;background:#116b3f;color:#fff;font-weight:700;text-decoration:none';
const SMALL = 'font-size:14px;opacity:.8';

/** Of the message, in the subject. */
const MAX_SUBJECT_CHARACTERS = 60;

/** An e-mail address in a text. A capital after its last full stop would begin a sentence. */
const ADDRESS =
  /(?<![\p{L}\p{N}_.+'-])[\p{L}\p{N}_.+'-]+@(?:[\p{L}\p{N}-]+\.)+(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{N}-])/gu;
/** Of one message: a longer list is its subject, not its sender. The database reckons with it (mail_bytes). */
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
  if (parts.length > 1) parts.unshift([['', [[DIGEST_REASON]]]]);
  parts.at(-1)?.push([SMALL, [[HOW_TO_ANSWER]]]);
  // The same messages have the same ID, so that mailboxes can collapse a rare second delivery.
  const key = sha256(...messages.map(({ id, createdAt }) => `${id} ${createdAt.getTime()}`));
  const composer = new MailComposer({
    from: { name: `Site ${companyName}`, address: fromEmail },
    to: toEmail,
    subject: subjectOf(messages),
    messageId: `<${key.slice(0, 32)}@${fromEmail.slice(fromEmail.lastIndexOf('@') + 1)}>`,
    text: parts.map((part) => part.map(asText).join('\n\n')).join(TEXT_SEPARATOR),
    // A long URL must not widen the page on a phone.
    html: `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Mensagem do site</title></head>
<body style="max-width:640px;font-family:system-ui,sans-serif;line-height:1.5;overflow-wrap:anywhere;word-break:break-word">
${parts.map((part) => part.map(asHtml).join('\n')).join('\n<hr>\n')}
</body></html>
`,
    // What a visitor types must never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope: { from: fromEmail, to: [toEmail] }, raw: await composer.compile().build() };
}

type Line = [text: string, href?: string | undefined, style?: string];
type Paragraph = [style: string, lines: Line[]];

const asText = ([, lines]: Paragraph) =>
  lines.map(([text, href]) => (href?.startsWith('https:') ? `${text}: ${href}` : text)).join('\n');

function asHtml([style, lines]: Paragraph): string {
  const shown = lines.map(([text, href, linkStyle = '']) => {
    // Some mail programs ignore `white-space`.
    const html = escapeHtml(text).replaceAll('\n', '<br>\n');
    return href ? `<a href="${escapeHtml(href)}" style="${linkStyle}">${html}</a>` : html;
  });
  return `<p style="${style}">${shown.join('<br>\n')}</p>`;
}

/** Makes text safe inside HTML elements and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What the mail says about one message: who wrote what, how to answer, then the rest. */
function describe(message: StoredMessage, { companyName, siteUrl }: MailSettings): Paragraph[] {
  const { telLink, chatDigits, note } = readPhone(message.phone);
  const greeting = `Olá, ${message.name}! Aqui é da ${companyName}. Recebi sua mensagem pelo site.`;
  const typed = `${message.name}\n${message.phone}\n${message.message}`;
  const addresses = [...new Set(typed.match(ADDRESS))]
    .filter(({ length }) => length <= MAX_ADDRESS_CHARACTERS)
    .slice(0, MAX_ADDRESSES);
  const chat = chatDigits && whatsappLink(chatDigits, greeting);
  const received = `Chegou ${inBrasilia.format(message.createdAt)} (horário de Brasília)`;
  const site = URL.parse(message.site ?? siteUrl)?.host ?? message.site ?? '';
  const others = `Atenção: o site publicado indica outro endereço (${message.otherAddresses}). Avise quem cuida do site.`;
  const when = (isSo: boolean, ...line: Line): Line[] => (isSo ? [line] : []);
  const paragraphs: Paragraph[] = [
    ['', when(message.isSuspect, SUSPECT_WARNING)],
    [NAME, [[message.name]]],
    ['margin:0', [[message.phone, telLink], ...when(note !== undefined, note ?? '')]],
    [QUOTE, [[message.message]]],
    ['', when(chat !== undefined, 'Responder pelo WhatsApp', chat, BUTTON)],
    ['', addresses.map((one) => [`E-mail na mensagem: ${one}`, mailLink(asciiAddress(one))])],
    [
      SMALL,
      [[`${received}, pelo site ${site}.`], ...when(message.otherAddresses !== null, others)],
    ],
  ];
  return paragraphs.filter(([, lines]) => lines.length > 0);
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

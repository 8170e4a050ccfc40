import { createHash } from 'node:crypto';

import { COLORS } from '../_shared/colors.ts';
import {
  chatText,
  FIELD_NAMES,
  FORM_ID,
  MAIL_LABEL,
  MAX_CHARACTERS,
  SENT,
  WHATSAPP_LABEL,
  type FieldName,
  type TypedText,
} from '../_shared/contact-form.ts';
import { rescueLink } from '../_shared/phone.ts';
import type { ContactConfig } from './config.ts';
import { describeFailure, type Failure } from './failure.ts';
import { escapeHtml, markUrl } from './html.ts';

/** A theme's colours as CSS variables. */
function variables(theme: Record<string, string>): string {
  return Object.entries(theme)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');
}

const STYLE = `
:root{color-scheme:light dark;${variables(COLORS.light)}}
@media (prefers-color-scheme:dark){:root{${variables(COLORS.dark)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--surface);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
header,main{max-width:36rem;margin:0 auto;padding:1rem}
header a{display:inline-flex;align-items:center;gap:.75rem;font-weight:700;color:inherit;text-decoration:none}
img{border-radius:.5rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem}
a{color:var(--action)}
label{display:block;font-weight:600;margin-top:1.25rem}
input,textarea{width:100%;margin-top:.35rem;padding:.65rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--control);border-radius:.75rem}
::placeholder{color:inherit;opacity:.75}
[aria-invalid=true]{border:2px solid var(--danger)}
.error{display:block;color:var(--danger);font-weight:600}
.summary{border-left:4px solid var(--danger);padding-left:1rem;margin:1.25rem 0}
.summary a{color:var(--danger)}
.actions{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;margin-top:1.5rem}
button,.button{min-height:3rem;padding:.6rem 1.5rem;font:inherit;font-weight:700;color:var(--onAction);background:var(--action);border:0;border-radius:.75rem;cursor:pointer;text-decoration:none}
.whatsapp{color:var(--onWhatsapp);background:var(--whatsapp)}
:focus-visible{outline:3px solid var(--action);outline-offset:3px}
.trap{position:absolute;left:-999rem}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Prefilled chat texts: after an accepted message, and after a failure in which the text was lost. */
const SENT_CHAT = 'Olá! Acabei de mandar uma mensagem pelo site.';
const LOST_CHAT = chatText({ name: '', phone: '', message: 'Tentei escrever pelo site.' });

const FIELD_LABELS: TypedText = { name: 'Nome', phone: 'Telefone', message: 'Mensagem' };

/**
 * Responds to a native post that failed: a complete page in Portuguese that explains the failure and, if the
 * text arrived, holds it in a form that can be sent again.
 */
export function failurePage(
  failure: Failure,
  typed: TypedText | undefined,
  config: ContactConfig,
): Response {
  const { status, title, onPage, headers } = describeFailure(failure);
  const rest = `${summary(failure)}
${typed === undefined ? actions(LOST_CHAT, config) : form(failure, typed, config)}`;
  return page({ status, headers, heading: title, text: onPage, rest }, config, `Erro: ${title}`);
}

/**
 * Responds to a native post that was accepted. A page of its own, because without script the site could
 * show success only at a URL, which others could open and share.
 */
export function sentPage(config: ContactConfig): Response {
  const rest =
    config.whatsappDigits === undefined
      ? backLink(config, `#${FORM_ID}`)
      : actions(SENT_CHAT, config, 'Fale Conosco no WhatsApp', `#${FORM_ID}`);
  return page({ status: 200, heading: SENT.title, text: SENT.description, rest }, config);
}

interface PageParts {
  status: number;
  headers?: Record<string, string>;
  heading: string;
  text: string;
  /** HTML. */
  rest: string;
}

function page(
  { status, headers, heading, text, rest }: PageParts,
  config: ContactConfig,
  title = heading,
): Response {
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(config.companyName)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><a href="${escapeHtml(config.siteUrl)}/"><img src="${escapeHtml(markUrl(config))}" alt="" width="40" height="40">${escapeHtml(config.companyName)}</a></header>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${rest}
</main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The form below then posts with `Origin: null`, which is accepted whatever host name the
      // gateway passes on; see judgeFormOrigin.
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        `img-src ${markUrl(config)}`,
        `style-src 'sha256-${STYLE_HASH}'`,
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    },
  });
}

function summary({ fields }: Failure): string {
  const items = FIELD_NAMES.flatMap((name) => {
    const error = fields?.[name];
    return error === undefined ? [] : [`<li><a href="#${name}">${escapeHtml(error)}</a></li>`];
  });
  const formError = fields?.toEmail ?? fields?.fromEmail;
  if (formError !== undefined) items.push(`<li>${escapeHtml(formError)}</li>`);
  if (items.length === 0) return '';
  return `<div class="summary" role="alert"><p><strong>O que ajustar:</strong></p><ul>${items.join('')}</ul></div>`;
}

function form(failure: Failure, typed: TypedText, config: ContactConfig): string {
  return `<form method="post" accept-charset="utf-8">
${field('name', failure, (attributes) => `<input ${attributes} maxlength="${MAX_CHARACTERS.name}" autocomplete="name" placeholder="Seu nome completo" value="${escapeHtml(typed.name)}">`)}
${field('phone', failure, (attributes) => `<input ${attributes} type="tel" maxlength="${MAX_CHARACTERS.phone}" autocomplete="tel" placeholder="(XX) XXXXX-XXXX" value="${escapeHtml(typed.phone)}">`)}
${field(
  'message',
  failure,
  // HTML drops one line break right after <textarea>: this one.
  (attributes) =>
    `<textarea ${attributes} rows="8" placeholder="Como podemos te ajudar?">\n${escapeHtml(typed.message)}</textarea>`,
)}
<div class="trap" aria-hidden="true"><label>Não preencha este campo<input name="website" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="toEmail" value="${escapeHtml(config.toEmail)}">
<input type="hidden" name="fromEmail" value="${escapeHtml(config.fromEmail)}">
<div class="actions"><button type="submit">Enviar de novo</button></div>
</form>
${actions(chatText(typed), config)}`;
}

function field(
  name: FieldName,
  { fields }: Failure,
  control: (attributes: string) => string,
): string {
  const error = fields?.[name];
  const [invalid, message] =
    error === undefined
      ? ['', '']
      : [
          ` aria-invalid="true" aria-describedby="${name}-error"`,
          `<span class="error" id="${name}-error">${escapeHtml(error)}</span>`,
        ];
  return `<label for="${name}">${FIELD_LABELS[name]}</label>${message}
${control(`id="${name}" name="${name}" required${invalid}`)}`;
}

/** Links to a chat, or to a mail if the company has no WhatsApp, and back to the site. */
function actions(
  text: string,
  config: ContactConfig,
  label = config.whatsappDigits === undefined ? MAIL_LABEL : WHATSAPP_LABEL,
  hash = '',
): string {
  const link = rescueLink(config.whatsappDigits, config.toEmail, text);
  const attributes =
    config.whatsappDigits === undefined
      ? 'class="button"'
      : 'class="button whatsapp" target="_blank" rel="noopener noreferrer"';
  return `<div class="actions"><a ${attributes} href="${escapeHtml(link)}">${label}</a>
${backLink(config, hash)}</div>`;
}

function backLink({ siteUrl }: ContactConfig, hash: string): string {
  return `<a href="${escapeHtml(siteUrl)}/${hash}">Voltar ao site</a>`;
}

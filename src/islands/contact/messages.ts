/** The form's words for each of its states. */
import type { TypedText } from '@site/supabase/contact-form';

export const SUBMITTING_LABEL = 'Enviando...';

/** `outcome` stays beside the form after the toast is gone. */
export const FAILURES: Record<
  'unconfigured' | 'failed' | 'invalid',
  { title: string; description: string; outcome?: string }
> = {
  unconfigured: {
    title: 'Erro de Configuração',
    description:
      'A integração com o sistema de envio não está completa. É preciso concluir a configuração do servidor.',
    outcome: 'O envio pelo site ainda não está configurado, e tentar de novo não adianta.',
  },
  failed: {
    title: 'Erro ao Enviar',
    description:
      'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.',
    outcome: 'A gente não conseguiu enviar sua mensagem. Tente de novo mais tarde.',
  },
  // Each field says what is wrong with it.
  invalid: {
    title: 'Erro ao Enviar',
    description: 'Não foi possível enviar sua mensagem. Ajuste o que está indicado no formulário.',
  },
};

/** For who left while a message was on its way, and came back. A retry has the same key. */
export const UNCONFIRMED =
  'Você saiu da página antes da confirmação. Pode enviar de novo: a mesma mensagem chega uma vez só.';

export const UNCONFIGURED_WARNING =
  'PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_ANON_KEY were not set: the contact form cannot send.';

/** Share of the limit from which on the remaining characters are shown. */
const NEAR_LIMIT_SHARE = 0.9;

/** The remaining characters in words; undefined while there are plenty. */
export function spaceLeft(length: number, max: number): string | undefined {
  if (length < NEAR_LIMIT_SHARE * max) return undefined;
  const count = Math.abs(max - length);
  const characters = `${count} ${count === 1 ? 'caractere' : 'caracteres'}`;
  if (length > max) return `${characters} acima do limite`;
  return `Ainda ${count === 1 ? 'cabe' : 'cabem'} ${characters}`;
}

const KEPT = 'O que você escreveu continua no formulário.';
export const IN_CHAT = `${KEPT} No botão do WhatsApp, o texto já vai pronto.`;
export const IN_MAIL = `${KEPT} No botão do e-mail, o texto já vai pronto.`;

export const WHATSAPP_LABEL = 'Enviar pelo WhatsApp';
export const MAIL_LABEL = 'Enviar por e-mail';

/** Read out after links. */
export const OPENS_NEW_TAB = '(abre em nova aba)';

/** The success message. */
export const SENT = {
  title: 'Mensagem Enviada!',
  description: 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.',
};

/** The message as a visitor would write it in a chat. Empty fields are omitted. */
export function chatText({ name, phone, message }: TypedText): string {
  // Sender first: long links are truncated.
  const signature = [name.trim(), phone.trim()].filter((part) => part !== '').join(', ');
  const greeting = signature === '' ? 'Olá!' : `Olá! Aqui é ${signature}.`;
  return `${greeting}\n\n${message.trim()}`.trim();
}

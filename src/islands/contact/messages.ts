/** What the form says in each of its states: spec sections 4 and 8. */

export const SUBMITTING_LABEL = 'Enviando...';

export type Failure = 'unconfigured' | 'failed' | 'invalid';

/** `notice` stays beside the form when the toast has left, for whoever comes back to it later. */
export const FAILURES: Record<Failure, { title: string; description: string; notice?: string }> = {
  unconfigured: {
    title: 'Erro de Configuração',
    description:
      'A integração com o sistema de envio não está completa. É preciso concluir a configuração do servidor.',
    notice: 'O envio pelo site ainda não está configurado, e tentar de novo não adianta.',
  },
  failed: {
    title: 'Erro ao Enviar',
    description:
      'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.',
    notice: 'A gente não conseguiu enviar sua mensagem. Tente de novo mais tarde.',
  },
  // What is wrong stands beside each field.
  invalid: {
    title: 'Erro ao Enviar',
    description: 'Não foi possível enviar sua mensagem. Ajuste o que está indicado no formulário.',
  },
};

export const UNCONFIGURED_WARNING =
  'PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_ANON_KEY were not set when this site was built: the contact form cannot send.';

/** The space left is told once a text has filled this share of it. */
const NEAR_LIMIT = 0.9;

/** What a visitor reads of the space for a text when it comes to an end; nothing before that. */
export function spaceLeft(length: number, max: number): string | undefined {
  if (length < NEAR_LIMIT * max) return undefined;
  const count = Math.abs(max - length);
  const characters = `${count} ${count === 1 ? 'caractere' : 'caracteres'}`;
  if (length > max) return `${characters} a mais do que cabe`;
  return `Ainda ${count === 1 ? 'cabe' : 'cabem'} ${characters}`;
}

export const KEPT_NOTICE = 'O que você escreveu continua no formulário';
export const CHAT_NOTICE = ' e já vai escrito na conversa do WhatsApp';
export const MAIL_NOTICE = ' e já vai escrito no e-mail';

/** What the form says in each of its states: spec sections 4 and 8. */

export const SUBMITTING_LABEL = 'Enviando...';

export type Failure = 'unconfigured' | 'failed';

export const FAILURES: Record<Failure, { title: string; description: string }> = {
  unconfigured: {
    title: 'Erro de Configuração',
    description:
      'A integração com o sistema de envio não está completa. É preciso concluir a configuração do servidor.',
  },
  failed: {
    title: 'Erro ao Enviar',
    description:
      'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.',
  },
};

export const UNCONFIGURED_WARNING =
  'PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_ANON_KEY were not set when this site was built: the contact form cannot send.';

/** Stays when the toast has left, for whoever comes back to the form later. */
export const NOT_SENT = 'A gente não conseguiu enviar sua mensagem. Tente de novo mais tarde.';

export const KEPT_NOTICE =
  'O que você escreveu continua no formulário. Se preferir, mande por aqui:';

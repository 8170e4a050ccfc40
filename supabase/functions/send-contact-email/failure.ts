import type { FieldErrors } from './message.ts';

export interface Failure {
  code: FailureCode;
  fields?: FieldErrors;
  retryAfterSeconds?: number;
}

interface FailureText {
  status: number;
  title: string;
  /** The failure and the next step, for a visitor who is still on the site's own page. */
  message: string;
  /** The same for a visitor on the failure page of a native post (page.ts). */
  onPage?: string;
}

/** Every way in which a submission can fail. */
const FAILURE_TEXTS = {
  not_found: {
    status: 404,
    title: 'Endereço não encontrado',
    message: 'Não há nada neste endereço. Volte ao site e envie a mensagem por lá.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Este endereço só recebe mensagens',
    message: 'Volte ao site e envie a mensagem pelo formulário.',
  },
  foreign_origin: {
    status: 403,
    title: 'A mensagem veio de outro site',
    message: 'O formulário só funciona pelo nosso site. Volte ao site e envie a mensagem por lá.',
  },
  too_large: {
    status: 413,
    title: 'A mensagem é grande demais',
    message: 'A mensagem é grande demais. Encurte o texto e envie de novo.',
    onPage: 'Volte à página anterior, onde o texto continua, e encurte a mensagem.',
  },
  unsupported_type: {
    status: 415,
    title: 'Formato não aceito',
    message: 'Volte ao site e envie a mensagem pelo formulário.',
  },
  too_slow: {
    status: 408,
    title: 'A conexão ficou lenta demais',
    message: 'A conexão ficou lenta demais e a mensagem não chegou inteira. Envie de novo.',
    onPage: 'A mensagem não chegou inteira. Volte à página anterior e envie de novo.',
  },
  broken_body: {
    status: 400,
    title: 'A mensagem chegou incompleta',
    message: 'A mensagem chegou incompleta. Recarregue a página e envie de novo.',
    onPage: 'Volte à página anterior, onde o texto continua, e envie de novo.',
  },
  invalid_fields: {
    status: 422,
    title: 'Falta pouco: confira o formulário',
    // Shown only if no visible field is wrong: each of those has its own sentence.
    message: 'O formulário não chegou como devia. Recarregue a página e envie de novo.',
    onPage: 'O que você escreveu continua aqui. Ajuste o que está indicado e envie de novo.',
  },
  foreign_recipient: {
    status: 403,
    title: 'O formulário estava desatualizado',
    message: 'Esta página está desatualizada. Recarregue e envie de novo.',
    onPage: 'Ele já está atualizado: confira seu texto abaixo e envie de novo.',
  },
  rate_limited: {
    status: 429,
    title: 'Muitas mensagens em pouco tempo',
    message: 'Para evitar spam, o site aceita um número limitado de mensagens por hora.',
  },
  unavailable: {
    status: 503,
    title: 'A gente não conseguiu enviar agora',
    message: 'Sua mensagem ainda não foi enviada. Tente de novo em um minuto.',
    onPage:
      'O que você escreveu continua aqui. Tente de novo em um minuto ou mande por outro caminho.',
  },
  overloaded: {
    status: 503,
    title: 'Chegaram mensagens demais',
    message:
      'Sua mensagem não foi enviada. Mande por outro caminho, ou tente de novo daqui a uma hora.',
  },
  internal: {
    status: 500,
    title: 'Algo deu errado do nosso lado',
    message: 'Sua mensagem não foi enviada. Tente de novo em um minuto.',
    onPage: 'Sua mensagem não foi enviada. Tente de novo em um minuto ou mande por outro caminho.',
  },
} satisfies Record<string, FailureText>;

export type FailureCode = keyof typeof FAILURE_TEXTS;

const RETRY_SECONDS: Partial<Record<FailureCode, number>> = { unavailable: 60, overloaded: 3600 };

/** Status, headers and sentences of a failure, for both the JSON response and the page. */
export function describeFailure({ code, retryAfterSeconds }: Failure): Required<FailureText> & {
  headers: Record<string, string>;
} {
  const { status, title, message, onPage = message }: FailureText = FAILURE_TEXTS[code];
  const headers: Record<string, string> = {};
  if (code === 'method_not_allowed') headers['allow'] = 'POST, OPTIONS';
  const retrySeconds = retryAfterSeconds ?? RETRY_SECONDS[code];
  if (retrySeconds !== undefined) headers['retry-after'] = String(retrySeconds);
  let when = '';
  if (retryAfterSeconds !== undefined) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    when = ` Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`;
  }
  return { status, title, message: message + when, onPage: onPage + when, headers };
}

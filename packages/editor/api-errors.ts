/**
 * Translates the errors of GitHub into Portuguese: the library's dialogs show a response's message unchanged.
 */
export const API = 'https://api.github.com';

/** The library asks it now and then; the editor talks to no other host (page.ts). */
const STATUS_PAGE = 'https://www.githubstatus.com/';

const OFFLINE = 'A conexão caiu. Confira a internet e tente de novo.';
const NO_ACCESS =
  'A sua conta não pode fazer isso neste repositório. Peça acesso a quem cuida do site.';
const NOT_SHOWN =
  'O GitHub não mostra este repositório à sua conta. Um código de acesso novo pode estar à espera da aprovação da empresa. Peça a aprovação, ou o acesso, a quem cuida do site.';
const TOO_MANY = 'Muitos pedidos em pouco tempo. Espere alguns minutos e tente de novo.';
export const MOVED = 'O repositório mudou enquanto você salvava. Tente de novo.';
const UNEXPLAINED =
  'O serviço que guarda os textos não aceitou o pedido. Tente de novo e, se continuar, avise quem cuida do site.';

const NO_API =
  'A rede mandou outra página no lugar da resposta do GitHub. Se ela pede senha ou cadastro, entre nela por outra aba; se não, espere um pouco. Depois tente de novo.';
const NO_BRANCH =
  'O editor não encontra os textos no GitHub: o branch em que eles ficavam mudou de nome. Avise quem cuida do site.';

/** Explanations by message, for errors that share a status. */
const BY_WORDS: [RegExp, string][] = [
  [
    /protected branch|rule violations|not allowed to push/i,
    'O repositório não deixa mudar o site sem revisão. Avise quem cuida do site.',
  ],
  [/rate limit/i, TOO_MANY],
  [/could not resolve to/i, NOT_SHOWN],
  [/not accessible|not permitted|insufficient/i, NO_ACCESS],
  [/expected branch to point/i, MOVED],
];

const BY_STATUS: Record<number, string> = {
  401: 'Sua sessão no editor expirou. Recarregue a página e entre de novo: ao abrir o item, o editor oferece o que você digitou.',
  403: NO_ACCESS,
  // GitHub's response to people without access, and to a fine-grained token until an owner approves it.
  404: NOT_SHOWN,
  409: MOVED,
  429: TOO_MANY,
};

const FIRST_SERVER_ERROR = 500;

function explain(status: number, words: string): string {
  const byWords = BY_WORDS.find(([pattern]) => pattern.test(words))?.[1];
  if (byWords !== undefined) return byWords;
  return status >= FIRST_SERVER_ERROR
    ? 'O serviço que guarda os textos está fora do ar. Tente de novo em alguns minutos.'
    : (BY_STATUS[status] ?? UNEXPLAINED);
}

/** REST has one error, GraphQL several. */
interface ErrorBody {
  message?: string;
  errors?: { message?: string }[];
  data?: { repository?: { ref?: object | null } | null } | null;
}

async function explained(response: Response): Promise<Response> {
  const { ok } = response;
  // An outage may answer with a page, and so may a network that asks for a password.
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as ErrorBody | undefined;
  const { message: text = '', errors, data } = body ?? {};
  const hasBranch = data?.repository?.ref !== null;
  // GraphQL reports errors with status 200.
  if (ok && body && !errors && hasBranch) return response;
  const words = [text, ...(errors ?? []).map((one) => one.message)].join(' ');
  const status = ok && !body ? FIRST_SERVER_ERROR : response.status;
  // Developers find the original in the console.
  console.warn(`${response.url}: ${response.status} ${words}`);
  const reason = hasBranch ? explain(status, words) : NO_BRANCH;
  const message = ok && !body ? NO_API : reason;
  return Response.json({ message, ...(ok && body && { errors: [{ message }] }) }, { status });
}

/** Explains errors of the API, and keeps the status page out; other requests pass through unchanged. */
export function withExplainedErrors(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith(STATUS_PAGE)) return Response.json({ status: { indicator: 'none' } });
    if (!url.startsWith(API)) return send(input, init);
    const response = await send(input, init).catch((cause: unknown) => {
      throw cause instanceof TypeError ? new TypeError(OFFLINE, { cause }) : cause;
    });
    const isPage = response.headers.get('content-type')?.startsWith('text/html');
    return response.ok && !isPage && !url.endsWith('/graphql') ? response : explained(response);
  };
}

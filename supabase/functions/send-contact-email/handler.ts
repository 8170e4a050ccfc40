import {
  CONTACT_FUNCTION,
  FAILURE_PAGE,
  FIELD_NAMES,
  SCHEDULE_PATH,
  SENT_ID,
  type ContactMessage,
  type FailureReason,
  type FieldErrors,
} from '../_shared/contact-form.ts';
import { asciiAddress } from '../_shared/mail-address.ts';
import type { ContactConfig } from './config.ts';
import {
  ADDRESS_HEADER,
  SECRET_HEADER,
  secretsMatch,
  submissionKey,
  visitorHash,
} from './identity.ts';
import { errorCode, errorStack } from './log.ts';
import { runJob, type MailerDeps } from './mailer.ts';
import { isSuspect, parseMessage } from './message.ts';
import { corsHeaders, judgeOrigin, parseBody, preflightResponse, readBody } from './request.ts';

interface HandlerDeps extends MailerDeps {
  mailInBackground: () => void;
  /** Keeps the instance alive for work after the response. */
  waitUntil: (work: Promise<unknown>) => void;
  now: () => Date;
}

/**
 * Every way in which a submission can fail: the status, the reason that the site's failure page shows, and
 * a sentence for the form's script, if trying again later is no help.
 */
const FAILURES = {
  method_not_allowed: [405, 'formulario'],
  foreign_origin: [403, 'formulario'],
  unsupported_type: [415, 'formulario'],
  too_slow: [408, 'formulario'],
  broken_body: [400, 'formulario'],
  invalid_fields: [422, 'formulario', 'Recarregue a página e envie de novo.'],
  too_large: [413, 'mensagem', 'A mensagem é grande demais. Encurte o texto e envie de novo.'],
  rate_limited: [
    429,
    'limite',
    'Chegaram mensagens demais em pouco tempo. Espere uma hora antes de enviar de novo.',
  ],
  unavailable: [503, 'agora'],
  internal: [500, 'agora'],
} satisfies Record<string, [status: number, reason: FailureReason, sentence?: string]>;

type Failure = keyof typeof FAILURES;

/** The whole function as a plain Request → Response handler. A 2xx means that the message is stored. */
export function createHandler(deps: HandlerDeps): (request: Request) => Promise<Response> {
  const { config, store, log } = deps;

  return async (request) => {
    try {
      return await route(request);
    } catch (error) {
      log('error', 'unexpected', { code: errorCode(error), stack: errorStack(error) });
      return fail(request, 'internal');
    }
  };

  async function route(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    if (path.endsWith(`/${CONTACT_FUNCTION}${SCHEDULE_PATH}`)) return await respondToJob(request);
    if (!path.endsWith(`/${CONTACT_FUNCTION}`)) return new Response(null, { status: 404 });
    if (request.method === 'OPTIONS') return preflightResponse(request, config);
    if (['GET', 'HEAD'].includes(request.method)) return await respondToHealth(request.method);
    return await submit(request);
  }

  async function submit(request: Request): Promise<Response> {
    const startedAt = performance.now();
    if (request.method !== 'POST') return fail(request, 'method_not_allowed');
    const type = contentType(request);
    if (type === undefined) return fail(request, 'unsupported_type');
    const isForm = type === 'form';
    const origin = judgeOrigin(request, isForm, config);
    if (origin === 'foreign') return fail(request, 'foreign_origin');

    const body = await readBody(request);
    if ('code' in body) return fail(request, body.code);
    const fields = parseBody(body.text, isForm);
    if (fields === undefined) return fail(request, 'broken_body');
    const parsed = parseMessage(fields);
    if (!parsed.ok) return fail(request, 'invalid_fields', parsed.errors);
    const { message } = parsed;
    const key = isForm ? null : request.headers.get('idempotency-key');
    const address = request.headers.get(ADDRESS_HEADER);
    const hash = visitorHash(address, config.secret, deps.now());
    const suspect = isSuspect(message, {
      // The form's hidden field.
      isHoneypotFilled: (fields['website'] ?? '') !== '',
      isOriginMissing: origin === 'missing',
    });
    const submission = {
      ...message,
      submissionKey: submissionKey(message, key),
      isKeyed: key !== null,
      visitorHash: hash,
      otherAddresses: otherAddresses(message, config),
      isSuspect: suspect,
      site: origin === 'allowed' ? request.headers.get('origin') : null,
    };
    const result = await store.accept(submission).catch((error: unknown) => {
      log('error', 'store_failed', { code: errorCode(error) });
    });
    if (!result) return fail(request, 'unavailable');
    const { outcome, id } = result;
    if (outcome === 'limited') return fail(request, 'rate_limited');
    // Also what is stored already: its first try may have ended before it could be mailed.
    deps.mailInBackground();
    const ms = Math.round(performance.now() - startedAt);
    log('info', 'accepted', { outcome, id, by: type, suspect, ms });
    return isForm ? seeOther(request, `/#${SENT_ID}`) : json(request, 200, { status: 'accepted' });
  }

  async function respondToJob(request: Request): Promise<Response> {
    if (request.method !== 'POST') return fail(request, 'method_not_allowed');
    if (!secretsMatch(request.headers.get(SECRET_HEADER), config.secret)) {
      log('warn', 'job_refused');
      return new Response(null, { status: 401 });
    }
    try {
      const run = runJob(deps);
      // A run may outlast the schedule's timeout.
      deps.waitUntil(run.catch(() => undefined));
      return Response.json(await run);
    } catch (error) {
      log('error', 'job_failed', { code: errorCode(error) });
      return new Response(null, { status: 503 });
    }
  }

  /** https://datatracker.ietf.org/doc/html/draft-inadarei-api-health-check-06 */
  async function respondToHealth(method: string): Promise<Response> {
    const output = await store.health().catch((error: unknown) => {
      const code = errorCode(error);
      log('error', 'health_failed', { code });
      // PostgreSQL's words for a function or schema that does not exist.
      return ['42883', '3F000'].includes(code) ? 'schema' : 'database';
    });
    const status = output === null ? { status: 'pass' } : { status: 'fail', output };
    const body = { ...status, settings: config.fingerprint };
    return new Response(method === 'HEAD' ? null : JSON.stringify(body), {
      status: output === null ? 200 : 503,
      headers: { 'content-type': 'application/health+json', 'cache-control': 'no-store' },
    });
  }

  /** Answers a form that posted itself with the site's failure page, and its script with JSON. */
  function fail(request: Request, code: Failure, fields: FieldErrors = {}): Response {
    log('info', 'refused', { code, fields: Object.keys(fields).join() });
    const [status, reason, message]: [number, FailureReason, string?] = FAILURES[code];
    if (contentType(request) === 'form' && request.method === 'POST') {
      const shown = FIELD_NAMES.find((name) => fields[name] !== undefined);
      const id = shown === undefined ? reason : FIELD_REASONS[shown];
      return seeOther(request, `/${FAILURE_PAGE}#${id}`);
    }
    const headers = status === 405 ? { allow: 'GET, HEAD, POST, OPTIONS' } : {};
    return json(request, status, { error: { code, message, fields } }, headers);
  }

  /**
   * See Other (RFC 9110): the browser fetches the page, and Back leads to the form. Stays on the origin that
   * posted, such as a preview: browsers apply a page's `form-action` to redirects too.
   */
  function seeOther(request: Request, path: string): Response {
    const isOurs = judgeOrigin(request, true, config) === 'allowed';
    const { pathname } = new URL(config.siteUrl);
    const base = isOurs
      ? `${request.headers.get('origin') ?? ''}${pathname.replace(/\/$/, '')}`
      : config.siteUrl;
    const headers = { location: `${base}${path}`, 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  }

  function json(request: Request, status: number, body: unknown, headers = {}): Response {
    const cors = corsHeaders(request, config);
    return Response.json(body, {
      status,
      headers: { ...headers, ...cors, 'cache-control': 'no-store' },
    });
  }
}

const FIELD_REASONS = { name: 'nome', phone: 'telefone', message: 'mensagem' } as const;

/** The type of the body, which has to be uncompressed UTF-8: readBody refuses any other bytes. */
function contentType({ headers }: Request): 'json' | 'form' | undefined {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type.trim() === 'application/json') return 'json';
  return type.trim() === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}

/** The addresses in a message that differ from the configured ones; null if there are none. */
function otherAddresses(message: ContactMessage, config: ContactConfig): string | null {
  const others = (['toEmail', 'fromEmail'] as const)
    .filter((name) => message[name] !== '')
    .filter((name) => asciiAddress(message[name]).toLowerCase() !== config[name].toLowerCase())
    .map((name) => message[name]);
  return others.length === 0 ? null : others.join(', ');
}

import { CONTACT_FUNCTION, type TypedText } from '../_shared/contact-form.ts';
import { BODY_DEADLINE_MS, MAX_BODY_BYTES, readBody } from './body.ts';
import type { ContactConfig } from './config.ts';
import type { Courier } from './courier.ts';
import type { DirectLimit } from './direct-limit.ts';
import { describeFailure, type Failure } from './failure.ts';
import { parseForm } from './form.ts';
import {
  identifySubmission,
  isIdempotencyKey,
  messageIdFor,
  type SubmissionIdentity,
} from './idempotency.ts';
import { errorCode, type Log } from './log.ts';
import { mailDirectly } from './mailer.ts';
import { parseMessage, type ContactMessage } from './message.ts';
import {
  corsHeaders,
  judgeFormOrigin,
  judgeScriptOrigin,
  preflightResponse,
  type OriginVerdict,
} from './origin.ts';
import { failurePage, successRedirect } from './page.ts';
import { runRetry } from './retry.ts';
import { RETRY_SECRET_HEADER, secretsMatch } from './secret.ts';
import type { OpenSmtpSession } from './smtp.ts';
import { SUSPECT_POINTS, spamPoints } from './spam.ts';
import type { AcceptResult, ContactStore } from './store.ts';
import { clientAddress, visitorHash } from './visitor.ts';

export interface HandlerDeps {
  config: ContactConfig;
  store: ContactStore;
  courier: Courier;
  directLimit: DirectLimit;
  openSession: OpenSmtpSession;
  log: Log;
  now: () => Date;
  bodyDeadlineMs?: number;
}

/** What the platform knows about the connection. */
export interface ConnectionInfo {
  peerAddress?: string | undefined;
}

export type Handler = (request: Request, info?: ConnectionInfo) => Promise<Response>;

type ContentType = 'json' | 'form';

/**
 * The whole function, as plain Request → Response.
 *
 * A 2xx or 303 means that the message is stored, or that the SMTP server has taken it.
 */
export function createHandler(deps: HandlerDeps): Handler {
  const { config, log } = deps;

  return async (request, info = {}) => {
    try {
      return await route(request, info);
    } catch (error) {
      log('error', 'unexpected', { code: errorCode(error) });
      return failureResponse(request, { code: 'internal' });
    }
  };

  async function route(request: Request, info: ConnectionInfo): Promise<Response> {
    const path = new URL(request.url).pathname;
    if (path.endsWith(`/${CONTACT_FUNCTION}/retry`)) return await retry(request);
    if (!path.endsWith(`/${CONTACT_FUNCTION}`)) {
      return failureResponse(request, { code: 'not_found' });
    }
    if (request.method === 'OPTIONS') return preflightResponse(request, config);
    return await submit(request, info);
  }

  async function submit(request: Request, info: ConnectionInfo): Promise<Response> {
    const startedAt = performance.now();
    const fail = (failure: Failure, typed?: TypedText): Response => {
      // Site and function disagree on the company's addresses: until they are one, no message arrives.
      const level = failure.code === 'foreign_recipient' ? 'error' : 'info';
      log(level, 'refused', {
        code: failure.code,
        fields: Object.keys(failure.fields ?? {}).join(','),
      });
      return failureResponse(request, failure, typed);
    };

    if (request.method !== 'POST') return fail({ code: 'method_not_allowed' });
    const type = contentType(request);
    const origin: OriginVerdict =
      type === 'form' ? judgeFormOrigin(request, config) : judgeScriptOrigin(request, config);
    if (origin === 'foreign') return fail({ code: 'foreign_origin' });
    if (declaredBytes(request) > MAX_BODY_BYTES) return fail({ code: 'too_large' });
    if (type === undefined) return fail({ code: 'unsupported_type' });
    const keyHeader = type === 'json' ? request.headers.get('idempotency-key') : null;
    if (keyHeader !== null && !isIdempotencyKey(keyHeader)) return fail({ code: 'broken_body' });

    const body = await readBody(request, { deadlineMs: deps.bodyDeadlineMs ?? BODY_DEADLINE_MS });
    if (!body.ok) {
      if (body.reason === 'too_large') return fail({ code: 'too_large' });
      return fail({ code: body.reason === 'too_slow' ? 'too_slow' : 'broken_body' });
    }

    let input: unknown;
    let typed: TypedText | undefined;
    let isHoneypotFilled = false;
    if (type === 'json') {
      try {
        input = JSON.parse(body.text);
      } catch {
        return fail({ code: 'broken_body' });
      }
    } else {
      const form = parseForm(body.text);
      if (!form.ok) return fail({ code: 'broken_body' });
      ({ fields: input, typed, isHoneypotFilled } = form);
    }

    const parsed = parseMessage(input);
    if (!parsed.ok) return fail({ code: 'invalid_fields', fields: parsed.problems }, typed);
    const { message } = parsed;
    if (!isForUs(message, config)) return fail({ code: 'foreign_recipient' }, typed);

    const result = await accept(
      message,
      keyHeader,
      spamPoints(message, { isHoneypotFilled, isOriginMissing: origin === 'missing' }),
      clientAddress(request.headers, config.clientAddressHeader, info.peerAddress),
    );
    if (result.outcome === 'unavailable') return fail({ code: 'unavailable' }, typed);
    if (result.outcome === 'limited') {
      return fail({ code: 'rate_limited', retryAfterSeconds: result.retryAfterSeconds }, typed);
    }
    log('info', 'accepted', {
      outcome: result.outcome,
      id: result.id,
      by: type,
      suspect: result.isSuspect,
      ms: Math.round(performance.now() - startedAt),
    });
    return type === 'form' ? successRedirect(config) : json(request, 200, { status: 'accepted' });
  }

  async function accept(
    message: ContactMessage,
    keyHeader: string | null,
    points: number,
    address: string | null,
  ): Promise<
    | { outcome: 'stored' | 'duplicate' | 'mailed'; id: string; isSuspect: boolean }
    | { outcome: 'limited'; retryAfterSeconds: number }
    | { outcome: 'unavailable' }
  > {
    const now = deps.now();
    const identity = identifySubmission(message, keyHeader, now);
    const messageId = messageIdFor(identity.idempotencyKey, config.fromEmail);
    const isClaimed = deps.courier.hasRoom();
    if (address === null) log('warn', 'visitor_address_missing');

    let stored: AcceptResult;
    try {
      stored = await deps.store.accept({
        ...identity,
        messageId,
        visitorHash: address === null ? null : visitorHash(address, config.hashSalt, now),
        name: message.name,
        phone: message.phone,
        message: message.message,
        spamPoints: points,
        isClaimed,
      });
    } catch (error) {
      log('error', 'store_failed', { code: errorCode(error) });
      return await mailUnstored(message, identity, messageId, points, now);
    }
    if (stored.outcome === 'stored' && isClaimed) {
      deps.courier.take({
        id: stored.id,
        messageId,
        name: message.name,
        phone: message.phone,
        message: message.message,
        isSuspect: stored.isSuspect,
        createdAt: stored.createdAt,
        attempts: 1,
      });
    }
    return stored;
  }

  async function mailUnstored(
    message: ContactMessage,
    identity: SubmissionIdentity,
    messageId: string,
    points: number,
    now: Date,
  ): Promise<{ outcome: 'mailed'; id: string; isSuspect: boolean } | { outcome: 'unavailable' }> {
    const isSuspect = points >= SUSPECT_POINTS;
    const content = {
      messageId,
      name: message.name,
      phone: message.phone,
      message: message.message,
      isSuspect,
      createdAt: now,
    };
    try {
      const outcome = await deps.directLimit.mailOnce(identity, now, () =>
        mailDirectly(content, { openSession: deps.openSession, settings: config }),
      );
      if (outcome === 'mailed') return { outcome, id: 'not stored', isSuspect };
      log('error', 'direct_mail_limit');
    } catch (error) {
      log('error', 'direct_mail_failed', { code: errorCode(error) });
    }
    return { outcome: 'unavailable' };
  }

  async function retry(request: Request): Promise<Response> {
    if (request.method !== 'POST') return failureResponse(request, { code: 'method_not_allowed' });
    if (!secretsMatch(request.headers.get(RETRY_SECRET_HEADER), config.retrySecret)) {
      log('warn', 'retry_refused');
      return json(request, 401, { error: `${RETRY_SECRET_HEADER} is missing or wrong` });
    }
    try {
      const summary = await runRetry({
        store: deps.store,
        openSession: deps.openSession,
        settings: config,
        log,
        leaseSeconds: config.leaseSeconds,
      });
      return json(request, 200, summary);
    } catch (error) {
      log('error', 'retry_failed', { code: errorCode(error) });
      return json(request, 503, { error: 'the database did not answer' });
    }
  }

  function failureResponse(request: Request, failure: Failure, typed?: TypedText): Response {
    if (contentType(request) === 'form') return failurePage(failure, typed, config);
    const { status, message, headers } = describeFailure(failure);
    return json(
      request,
      status,
      { error: { code: failure.code, message, fields: failure.fields ?? {} } },
      headers,
    );
  }

  function json(
    request: Request,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): Response {
    return Response.json(body, {
      status,
      headers: {
        ...headers,
        ...corsHeaders(request, config),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  }
}

/** The two types that are read, both in UTF-8 and uncompressed; undefined for anything else. */
function contentType(request: Request): ContentType | undefined {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return undefined;
  if (!['', 'identity'].includes(request.headers.get('content-encoding') ?? '')) return undefined;
  if (type === 'application/json') return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return undefined;
}

function declaredBytes(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0);
}

/** Mail goes to the configured address whatever is posted; a page that names another is not of today. */
function isForUs(message: ContactMessage, config: ContactConfig): boolean {
  const same = (given: string, expected: string) =>
    given.trim().toLowerCase() === expected.toLowerCase();
  return same(message.toEmail, config.toEmail) && same(message.fromEmail, config.fromEmail);
}

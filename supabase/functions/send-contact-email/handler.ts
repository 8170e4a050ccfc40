import { CONTACT_FUNCTION, type ContactMessage, type TypedText } from '../_shared/contact-form.ts';
import type { Alerter } from './alert.ts';
import { MAX_BODY_BYTES, readBody } from './body.ts';
import type { ContactConfig } from './config.ts';
import type { DirectLimit } from './direct-limit.ts';
import { describeFailure, type Failure } from './failure.ts';
import { parseForm } from './form.ts';
import {
  identifySubmission,
  KEY_HEADER_PATTERN,
  messageIdFor,
  type SubmissionIdentity,
} from './idempotency.ts';
import { runJob } from './job.ts';
import { errorCode, errorStack } from './log.ts';
import type { MailContent } from './mail.ts';
import { mailDirectly, type BackgroundMailer, type MailerDeps } from './mailer.ts';
import { parseMessage } from './message.ts';
import {
  corsHeaders,
  judgeFormOrigin,
  judgeScriptOrigin,
  preflightResponse,
  type OriginVerdict,
} from './origin.ts';
import { failurePage, sentPage } from './page.ts';
import { JOB_SECRET_HEADER, secretsMatch } from './secret.ts';
import { SUSPECT_POINTS, spamPoints } from './spam.ts';
import type { AcceptResult, TallyKind } from './store.ts';
import { clientAddress, visitorHash } from './visitor.ts';

interface HandlerDeps extends MailerDeps {
  backgroundMailer: BackgroundMailer;
  directLimit: DirectLimit;
  alerter: Alerter;
  /** Keeps the instance alive for work after the response. */
  waitUntil: (work: Promise<unknown>) => void;
  now: () => Date;
}

/** What the request says about its message. */
interface RequestContext {
  keyHeader: string | null;
  points: number;
  address: string | null;
  isSelfTest: boolean;
}

/** The outcome of a submission. */
type SubmissionOutcome =
  | { outcome: 'stored' | 'duplicate' | 'mailed' | 'repeated'; id: string; isSuspect: boolean }
  | { outcome: 'refused'; failure: Failure };

/** @param peerAddress IP address of the connection */
type Handler = (request: Request, peerAddress?: string) => Promise<Response>;

/**
 * The whole function as a plain Request → Response handler.
 *
 * A 2xx means that the message is stored, or that the SMTP server has accepted it.
 */
export function createHandler(deps: HandlerDeps): Handler {
  const { config, log } = deps;
  /** Events that the database has not counted yet. */
  const uncounted = new Map<TallyKind, number>();
  let isSendingCounts = false;

  return async (request, peerAddress) => {
    try {
      return await route(request, peerAddress);
    } catch (error) {
      log('error', 'unexpected', { code: errorCode(error), stack: errorStack(error) });
      return failureResponse(request, { code: 'internal' });
    }
  };

  async function route(request: Request, peerAddress?: string): Promise<Response> {
    // A malformed Host header or request target makes an invalid URL.
    if (!URL.canParse(request.url)) return failureResponse(request, { code: 'broken_body' });
    const path = new URL(request.url).pathname;
    if (path.endsWith(`/${CONTACT_FUNCTION}/job`)) return await respondToJob(request);
    if (!path.endsWith(`/${CONTACT_FUNCTION}`)) {
      return failureResponse(request, { code: 'not_found' });
    }
    if (request.method === 'OPTIONS') {
      const response = preflightResponse(request, config);
      // The browser stops here, so this is the only trace of the visitors that it turns away.
      const isRefused = !response.headers.has('access-control-allow-origin');
      if (isRefused) logRefusal({ code: 'foreign_origin' });
      return response;
    }
    return await submit(request, peerAddress);
  }

  async function submit(
    request: Request,
    peerAddress?: string,
    isSelfTest = false,
  ): Promise<Response> {
    const startedAt = performance.now();
    const fail = (failure: Failure, typed?: TypedText): Response => {
      logRefusal(failure);
      return failureResponse(request, failure, typed);
    };

    if (request.method !== 'POST') return fail({ code: 'method_not_allowed' });
    const type = contentType(request);
    const origin: OriginVerdict =
      type === 'form' ? judgeFormOrigin(request, config) : judgeScriptOrigin(request, config);
    if (origin === 'foreign') return fail({ code: 'foreign_origin' });
    const declaredBytes = Number(request.headers.get('content-length') ?? 0);
    if (declaredBytes > MAX_BODY_BYTES) return fail({ code: 'too_large' });
    if (type === undefined) return fail({ code: 'unsupported_type' });
    const keyHeader = type === 'json' ? request.headers.get('idempotency-key') : null;
    if (keyHeader !== null && !KEY_HEADER_PATTERN.test(keyHeader))
      return fail({ code: 'broken_body' });

    const body = await readBody(request);
    if (!body.ok) return fail({ code: body.code });

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
      if (form === undefined) return fail({ code: 'broken_body' });
      ({ fields: input, typed, isHoneypotFilled } = form);
    }

    const parsed = parseMessage(input);
    if (!parsed.ok) return fail({ code: 'invalid_fields', fields: parsed.errors }, typed);
    const { message } = parsed;
    if (!isForUs(message, config)) return fail({ code: 'foreign_recipient' }, typed);

    const result = await accept(message, {
      keyHeader,
      points: spamPoints(message, { isHoneypotFilled, isOriginMissing: origin === 'missing' }),
      address: clientAddress(request.headers, config.clientAddressHeader, peerAddress),
      isSelfTest,
    });
    if (result.outcome === 'refused') return fail(result.failure, typed);
    log('info', 'accepted', {
      outcome: result.outcome,
      id: result.id,
      by: type,
      suspect: result.isSuspect,
      ms: Math.round(performance.now() - startedAt),
    });
    return type === 'form' ? sentPage(config) : json(request, 200, { status: 'accepted' });
  }

  function logRefusal({ code, fields = {} }: Failure): void {
    // Site and function may disagree on origin or addresses, which refuses every visitor.
    const isDisagreement = code === 'foreign_origin' || code === 'foreign_recipient';
    const level = isDisagreement || code === 'rate_limited' ? 'error' : 'info';
    log(level, 'refused', { code, fields: Object.keys(fields).join(',') });
    if (!isDisagreement) return;
    count('disagreement');
    sendCounts();
  }

  async function accept(
    { name, phone, message }: ContactMessage,
    { keyHeader, points, address, isSelfTest }: RequestContext,
  ): Promise<SubmissionOutcome> {
    const now = deps.now();
    const identity = identifySubmission({ name, phone, message }, keyHeader, now);
    const messageId = messageIdFor(identity.idempotencyKey, config.fromEmail);
    const content = { messageId, name, phone, message, isSelfTest };
    const hash = address === null ? null : visitorHash(address, config.hashSalt, now);
    if (hash === null && !isSelfTest) log('warn', 'visitor_address_missing');

    let stored: AcceptResult;
    try {
      stored = await deps.store.accept({
        ...identity,
        ...content,
        visitorHash: hash,
        spamPoints: points,
      });
    } catch (error) {
      log('error', 'store_failed', { code: errorCode(error) });
      if (isSelfTest) throw error;
      deps.waitUntil(
        deps.alerter.send('the database does not answer; messages are mailed directly'),
      );
      const isSuspect = points >= SUSPECT_POINTS;
      return await mailUnstored({ ...content, isSuspect, createdAt: now }, identity, hash);
    }
    sendCounts();
    if (stored.outcome === 'stored') deps.backgroundMailer.start();
    if (stored.outcome !== 'limited') return stored;
    const { retryAfterSeconds } = stored;
    return { outcome: 'refused', failure: { code: 'rate_limited', retryAfterSeconds } };
  }

  async function mailUnstored(
    content: MailContent,
    identity: SubmissionIdentity,
    hash: string | null,
  ): Promise<SubmissionOutcome> {
    const { isSuspect } = content;
    try {
      const outcome = await deps.directLimit.mailOnce(identity, hash, () =>
        mailDirectly(content, deps),
      );
      if (outcome === 'mailed') count('direct_mail');
      if (outcome !== 'limited') return { outcome, id: 'not stored', isSuspect };
      log('error', 'direct_mail_limit');
      return { outcome: 'refused', failure: { code: 'overloaded' } };
    } catch (error) {
      log('error', 'direct_mail_failed', { code: errorCode(error) });
    }
    return { outcome: 'refused', failure: { code: 'unavailable' } };
  }

  function count(kind: TallyKind, times = 1): void {
    uncounted.set(kind, (uncounted.get(kind) ?? 0) + times);
  }

  /** Sends pending counts to the database, one call at a time. */
  function sendCounts(): void {
    const [next] = uncounted;
    if (next === undefined || isSendingCounts) return;
    const [kind, times] = next;
    uncounted.delete(kind);
    isSendingCounts = true;
    const work = deps.store.tally(kind, times).then(
      () => {
        isSendingCounts = false;
        sendCounts();
      },
      () => {
        isSendingCounts = false;
        count(kind, times);
      },
    );
    deps.waitUntil(work);
  }

  /** Submits a message as the site's script would, to test everything from here to the mailbox. */
  async function selfTest(): Promise<void> {
    const message: ContactMessage = {
      name: 'Teste automático',
      phone: `+${config.whatsappDigits ?? '5500000000000'}`,
      message: 'O site envia esta mensagem uma vez por dia. Se ela chega, o formulário funciona.',
      toEmail: config.toEmail,
      fromEmail: config.fromEmail,
    };
    const request = new Request(config.siteUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: config.allowedOrigins[0] ?? '' },
      body: JSON.stringify(message),
    });
    const { ok, status } = await submit(request, undefined, true);
    if (!ok) throw Object.assign(new Error(), { code: String(status) });
  }

  async function respondToJob(request: Request): Promise<Response> {
    if (request.method !== 'POST') return failureResponse(request, { code: 'method_not_allowed' });
    if (!secretsMatch(request.headers.get(JOB_SECRET_HEADER), config.jobSecret)) {
      log('warn', 'job_refused');
      return json(request, 401, { error: `${JOB_SECRET_HEADER} is missing or wrong` });
    }
    try {
      const run = runJob({ ...deps, selfTest });
      // A run may outlast the schedule's timeout.
      deps.waitUntil(run.catch(() => undefined));
      return json(request, 200, await run);
    } catch (error) {
      log('error', 'job_failed', { code: errorCode(error) });
      deps.waitUntil(deps.alerter.send('the database does not answer'));
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

/** The type of the body, which has to be uncompressed UTF-8: readBody refuses any other bytes. */
function contentType(request: Request): 'json' | 'form' | undefined {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type.trim() === 'application/json') return 'json';
  return type.trim() === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}

/** Mail always goes to the configured address; a page that names another is out of date. */
function isForUs(message: ContactMessage, config: ContactConfig): boolean {
  const same = (given: string, expected: string) =>
    given.trim().toLowerCase() === expected.toLowerCase();
  return same(message.toEmail, config.toEmail) && same(message.fromEmail, config.fromEmail);
}

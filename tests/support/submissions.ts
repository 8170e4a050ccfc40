// Submissions as the site's form makes them, with and without script.
import { FUNCTION_PATH } from '../../local/function-process.ts';
import { SCHEDULE_PATH } from '@site/supabase/contact-form';
import { SECRET_HEADER } from '@site/supabase/send-contact-email/identity';

export const SMTP_USER = 'site';
export const SMTP_PASSWORD = 'correct horse battery staple';

export const SITE_URL = 'https://www.araucaria.example';
export const TO_EMAIL = 'contato@araucaria.example';
export const FROM_EMAIL = 'site@araucaria.example';

export const MAIL_SETTINGS = {
  toEmail: TO_EMAIL,
  fromEmail: FROM_EMAIL,
  companyName: 'Araucária & Filhos',
  siteUrl: SITE_URL,
};

export const MESSAGE = {
  name: 'Joana Müller',
  phone: '(49) 98888-7777',
  message: 'Olá!\nPreciso de ajuda com o backup da loja. 🙂',
  toEmail: TO_EMAIL,
  fromEmail: FROM_EMAIL,
};

/** Environment of every function under test. */
export const BASE_ENVIRONMENT = {
  SUPABASE_DB_URL: 'postgresql://postgres:postgres@127.0.0.1:1/postgres',
  SITE_URL,
  SITE_ORIGINS:
    'https://*.empresa.pages.dev,https://*--empresa.netlify.app,https://empresa-*-equipe.vercel.app',
  CONTACT_TO_EMAIL: TO_EMAIL,
  CONTACT_FROM_EMAIL: FROM_EMAIL,
  CONTACT_COMPANY_NAME: 'Araucária Digital',
  CONTACT_SECRET: 'a-secret-for-tests-only-123',
  SMTP_HOST: 'localhost',
  SMTP_USER,
  SMTP_PASSWORD,
};

/**
 * Settings of a function that uses this database and this mail server.
 *
 * @param deadlines of the mail server, shorter than visitors' messages get
 */
export function environmentFor(
  database: { url: string; ca: string },
  smtp: { port: number; caFile: string },
  deadlines: { stepMs: number; loginMs: number; replyMs: number },
): Record<string, string> {
  return {
    ...BASE_ENVIRONMENT,
    SUPABASE_DB_URL: database.url,
    CONTACT_DB_CA: database.ca,
    SMTP_PORT: String(smtp.port),
    // Trusted by the machine.
    DENO_CERT: smtp.caFile,
    SMTP_DEADLINES: JSON.stringify(deadlines),
  };
}

let visitors = 0;

export interface SubmissionOptions {
  key?: string;
  origin?: string | null;
  address?: string;
  headers?: Record<string, string>;
}

function post(base: string, body: BodyInit, options: SubmissionOptions = {}): Request {
  visitors += 1;
  const another = `10.0.${visitors >> 8}.${visitors & 255}`;
  const { key, origin = SITE_URL, address = another, headers } = options;
  return new Request(`${base}${FUNCTION_PATH}`, {
    method: 'POST',
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      'cf-connecting-ip': address,
      ...(origin === null ? {} : { origin }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    body,
  });
}

/** The request that the form's script makes. */
export function scriptRequest(base: string, body: unknown = MESSAGE, options?: SubmissionOptions) {
  return post(base, JSON.stringify(body), options);
}

/** The request that a browser makes when the form posts itself. */
export function formRequest(
  base: string,
  fields: Record<string, string> = { ...MESSAGE, website: '' },
  options?: SubmissionOptions,
) {
  return post(base, new URLSearchParams(fields), options);
}

/** The request of the job that runs every minute. */
export function jobRequest(base: string, secret = BASE_ENVIRONMENT.CONTACT_SECRET) {
  return new Request(`${base}${FUNCTION_PATH}${SCHEDULE_PATH}`, {
    method: 'POST',
    headers: { [SECRET_HEADER]: secret },
  });
}

/** What the site's form and the function share. */

/** Name of the Edge Function that receives contact messages. */
export const CONTACT_FUNCTION = 'send-contact-email';

/** Path below the function's that runs the job. */
export const SCHEDULE_PATH = '/job';

/** URL path of Supabase's Edge Functions. */
export const FUNCTIONS_PATH = '/functions/v1/';

export const FIELD_NAMES = ['name', 'phone', 'message'] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** The visitor's text, exactly as typed. */
export type TypedText = Record<FieldName, string>;

/** A sentence for the visitor about each invalid field. */
export type FieldErrors = Partial<TypedText>;

/** The company's addresses, as the page names them. */
export interface MailAddresses {
  toEmail: string;
  fromEmail: string;
}

/** A message as the form sends it. */
export type ContactMessage = TypedText & MailAddresses;

export const EMPTY_FIELD_ERRORS: TypedText = {
  name: 'Escreva o seu nome.',
  phone: 'Escreva um telefone para a gente responder.',
  message: 'Conte em que a gente pode ajudar.',
};

/** The longest texts that the function accepts, in code points. */
export const MAX_CHARACTERS: Record<FieldName, number> = { name: 120, phone: 40, message: 5000 };

// Unicode classifies the blank Braille pattern as visible; all other invisible letters are ignorable.
const NOTHING_VISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]*$/u;

/** Counts code points, as PostgreSQL's char_length does: an emoji counts once. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** A sentence for the visitor if the text has no visible character, or too many. */
export function fieldError(name: FieldName, text: string): string | undefined {
  if (NOTHING_VISIBLE.test(text)) return EMPTY_FIELD_ERRORS[name];
  const max = MAX_CHARACTERS[name];
  const subject = { name: 'O nome', phone: 'O telefone', message: 'A mensagem' }[name];
  return countCharacters(text) > max
    ? `${subject} pode ter até ${max.toLocaleString('pt-BR')} caracteres. Encurte um pouco e envie de novo.`
    : undefined;
}

/** For a phone that `isPlausiblePhone` refuses. */
export const PHONE_ERROR =
  'Confira o telefone: escreva o número com DDD. Exemplo: (11)\u00A090000-0000.';

/** ID of the home page's notice of success, to which the function leads a form that posted itself. */
export const SENT_ID = 'mensagem-enviada';

/** Path of the page that says why a form which posted itself failed; its hash is the reason. */
export const FAILURE_PAGE = 'mensagem-nao-enviada';

export const FAILURE_REASONS = [
  'nome',
  'telefone',
  'mensagem',
  'limite',
  'agora',
  'formulario',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** What the site's form and the function share. */

/** Name of the Edge Function that receives contact messages. */
export const CONTACT_FUNCTION = 'send-contact-email';

/** URL path of Supabase's Edge Functions. */
export const FUNCTIONS_PATH = '/functions/v1/';

export const FIELD_NAMES = ['name', 'phone', 'message'] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** The visitor's text, exactly as typed. */
export type TypedText = Record<FieldName, string>;

/** The company's addresses, by which the function recognises an outdated page. */
export interface MailAddresses {
  toEmail: string;
  fromEmail: string;
}

/** A message as the form sends it: the function refuses any other field. */
export type ContactMessage = TypedText & MailAddresses;

export const EMPTY_FIELD_ERRORS: TypedText = {
  name: 'Escreva o seu nome.',
  phone: 'Escreva um telefone para a gente responder.',
  message: 'Conte em que a gente pode ajudar.',
};

/** The longest texts that the function accepts, in code points. */
export const MAX_CHARACTERS: Record<FieldName, number> = { name: 120, phone: 40, message: 5000 };

export const FIELD_SUBJECTS: TypedText = {
  name: 'O nome',
  phone: 'O telefone',
  message: 'A mensagem',
};

/** Counts code points, as PostgreSQL's char_length does: an emoji counts once. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** A sentence for the visitor if the text is too long. */
export function lengthError(name: FieldName, text: string): string | undefined {
  const max = MAX_CHARACTERS[name];
  return countCharacters(text) > max
    ? `${FIELD_SUBJECTS[name]} pode ter até ${max} caracteres. Encurte um pouco e envie de novo.`
    : undefined;
}

/** For a phone that `isPlausiblePhone` refuses. */
export const PHONE_ERROR =
  'Confira o telefone: escreva o número com DDD. Exemplo: (11)\u00A090000-0000.';

/** The success message of form and function. */
export const SENT = {
  title: 'Mensagem Enviada!',
  description: 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.',
};

/** ID of the form, to which the page after a native post links back. */
export const FORM_ID = 'mensagem-enviada';

export const WHATSAPP_LABEL = 'Enviar pelo WhatsApp';
export const MAIL_LABEL = 'Enviar por e-mail';

// Unicode classifies the blank Braille pattern as visible; all other invisible letters are ignorable.
const NOTHING_VISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]*$/u;

/** True for a text without a visible character. */
export function isBlank(text: string): boolean {
  return NOTHING_VISIBLE.test(text);
}

/** The message as a visitor would write it in a chat. Empty fields are omitted. */
export function chatText({ name, phone, message }: TypedText): string {
  // Sender first: long links are truncated.
  const signature = [name.trim(), phone.trim()].filter((part) => part !== '').join(', ');
  const greeting = signature === '' ? 'Olá!' : `Olá! Aqui é ${signature}.`;
  return `${greeting}\n\n${message.trim()}`.trim();
}

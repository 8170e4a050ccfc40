/** What the form on the site and the function behind it have in common. */

/** Name of the Supabase Edge Function that takes contact messages (spec section 7). */
export const CONTACT_FUNCTION = 'send-contact-email';

/** Where Supabase serves Edge Functions. */
export const FUNCTIONS_PATH = '/functions/v1/';

export const FIELD_NAMES = ['name', 'phone', 'message'] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** What the visitor typed, as it came. */
export type TypedText = Record<FieldName, string>;

export const EMPTY_FIELD_ERRORS: TypedText = {
  name: 'Escreva o seu nome.',
  phone: 'Escreva um telefone para a gente responder.',
  message: 'Conte em que a gente pode ajudar.',
};

/** The longest texts that the function takes. */
export const MAX_CHARACTERS: Record<FieldName, number> = { name: 120, phone: 40, message: 5000 };

export const FIELD_SUBJECTS: TypedText = {
  name: 'O nome',
  phone: 'O telefone',
  message: 'A mensagem',
};

/** Counts code points, as PostgreSQL's char_length does: an emoji is not two characters. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** What is wrong with a text of this length, if it is too long. */
export function lengthError(name: FieldName, text: string): string | undefined {
  const max = MAX_CHARACTERS[name];
  return countCharacters(text) > max
    ? `${FIELD_SUBJECTS[name]} pode ter até ${max} caracteres. Encurte um pouco e envie de novo.`
    : undefined;
}

/** For a phone that `isPlausiblePhone` refuses. */
export const PHONE_ERROR =
  'Confira o telefone: escreva o número com DDD. Exemplo: (49)\u00A090000-0000.';

/** Spec section 8. */
export const SENT = {
  title: 'Mensagem Enviada!',
  description: 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.',
};

/** The form's id: the way back from a natively posted message leads to it by this hash. */
export const SENT_ID = 'mensagem-enviada';

export const WHATSAPP_LABEL = 'Enviar pelo WhatsApp';
export const MAIL_LABEL = 'Enviar por e-mail';

// Braille's blank counts as a letter to Unicode; the other invisible letters are ignorable to it.
const NOTHING_VISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]*$/u;

/** Whether nobody could see anything of a text. */
export function isBlank(text: string): boolean {
  return NOTHING_VISIBLE.test(text);
}

/** The message as a visitor would put it into a chat. Empty fields leave no trace. */
export function chatText({ name, phone, message }: TypedText): string {
  // Who writes comes first: a link that is too long loses its end.
  const signature = [name.trim(), phone.trim()].filter((part) => part !== '').join(', ');
  const greeting = signature === '' ? 'Olá!' : `Olá! Aqui é ${signature}.`;
  return `${greeting}\n\n${message.trim()}`.trim();
}

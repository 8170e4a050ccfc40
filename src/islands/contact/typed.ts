/** What the visitor typed, before it becomes a message. */
// The function has to be complete by itself, so the rule that both keep is there.
import {
  isPlausiblePhone,
  PHONE_ADVICE,
} from '../../../supabase/functions/send-contact-email/phone.ts';

export const FIELD_NAMES = ['name', 'phone', 'message'] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

export type Typed = Record<FieldName, string>;

export type FieldErrors = Partial<Record<FieldName, string>>;

const BLANK_FIELD_ERRORS: Typed = {
  name: 'Escreva o seu nome.',
  phone: 'Escreva um telefone para a gente responder.',
  message: 'Escreva em que a gente pode ajudar.',
};

export function readTyped(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  const text = (name: FieldName): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), phone: text('phone'), message: text('message') };
}

/**
 * What a visitor is asked to mend before anything is sent: fields that hold nothing but spaces, which
 * to the browser's `required` are filled in, and a phone that nobody could call.
 */
export function fieldErrors(typed: Typed): FieldErrors {
  const blank = FIELD_NAMES.filter((name) => typed[name].trim() === '');
  return {
    ...(!isPlausiblePhone(typed.phone) && { phone: PHONE_ADVICE }),
    ...Object.fromEntries(blank.map((name) => [name, BLANK_FIELD_ERRORS[name]])),
  };
}

/** The message as a visitor would put it into a chat. Empty fields leave no trace. */
export function asChatText({ name, phone, message }: Typed): string {
  // Who writes comes first: a link that is too long loses its end.
  const signature = [name.trim(), phone.trim()].filter((part) => part !== '').join(', ');
  const greeting = signature === '' ? 'Olá!' : `Olá! Aqui é ${signature}.`;
  return `${greeting}\n\n${message.trim()}`.trim();
}

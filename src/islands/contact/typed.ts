/** What the visitor typed, before it becomes a message. */
import {
  EMPTY_FIELD_ERRORS,
  FIELD_NAMES,
  isBlank,
  PHONE_ERROR,
  type FieldName,
  type TypedText,
} from '../../../supabase/functions/_shared/contact-form.ts';
import { isPlausiblePhone } from '../../../supabase/functions/_shared/phone.ts';

export type FieldErrors = Partial<Record<FieldName, string>>;

export function readTyped(form: HTMLFormElement): TypedText {
  const data = new FormData(form);
  const text = (name: FieldName): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), phone: text('phone'), message: text('message') };
}

/**
 * What a visitor is asked to fix before anything is sent: fields that hold nothing visible, which to
 * the browser's `required` are filled in, and a phone that nobody could call.
 */
export function fieldErrors(typed: TypedText): FieldErrors {
  const blank = FIELD_NAMES.filter((name) => isBlank(typed[name]));
  return {
    ...(!isPlausiblePhone(typed.phone) && { phone: PHONE_ERROR }),
    ...Object.fromEntries(blank.map((name) => [name, EMPTY_FIELD_ERRORS[name]])),
  };
}

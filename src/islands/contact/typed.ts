/** Reads and checks what the visitor typed. */
import {
  fieldError,
  FIELD_NAMES,
  PHONE_ERROR,
  type FieldErrors,
  type FieldName,
  type TypedText,
} from '@site/supabase/contact-form';
import { cleanPhone, isPlausiblePhone } from '@site/supabase/phone';

export function readTyped(form: HTMLFormElement): TypedText {
  const data = new FormData(form);
  const text = (name: FieldName): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), phone: text('phone'), message: text('message') };
}

/**
 * Finds what a visitor must fix before anything is sent: fields without a visible character, which the
 * browser's `required` accepts, or with too many, and a phone number that nobody could call.
 */
export function fieldErrors(typed: TypedText): FieldErrors {
  const cleaned = { ...typed, phone: cleanPhone(typed.phone) };
  const errors: FieldErrors = {};
  for (const name of FIELD_NAMES) {
    const error = fieldError(name, cleaned[name].trim());
    if (error !== undefined) errors[name] = error;
  }
  if (!isPlausiblePhone(cleaned.phone)) errors.phone ??= PHONE_ERROR;
  return errors;
}

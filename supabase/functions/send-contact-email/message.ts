import * as z from 'zod';

import {
  EMPTY_FIELD_ERRORS,
  FIELD_SUBJECTS,
  isBlank,
  lengthError,
  PHONE_ERROR,
  type FieldName,
  type TypedText,
} from '../_shared/contact-form.ts';
import { isPlausiblePhone } from '../_shared/phone.ts';
import { cleanField, stripDirectionMarks, textBeforeForbidden } from './text.ts';

export interface ContactMessage extends TypedText {
  toEmail: string;
  fromEmail: string;
}

/** Sentences for the visitor, by field. */
export type FieldProblems = Partial<Record<keyof ContactMessage, string>>;

export type MessageResult =
  { ok: true; message: ContactMessage } | { ok: false; problems: FieldProblems };

/** The problem with a field's text, as a sentence for the visitor; undefined if it is valid. */
function findProblem(name: FieldName, text: string, isMultiLine: boolean): string | undefined {
  if (isBlank(text)) return EMPTY_FIELD_ERRORS[name];
  const before = textBeforeForbidden(text, isMultiLine);
  if (before !== undefined) {
    const place = before === '' ? 'no começo' : `logo depois de “${before}”`;
    return `${FIELD_SUBJECTS[name]} tem um caractere invisível ${place}. Apague esse trecho e digite de novo.`;
  }
  return lengthError(name, text);
}

function field(name: FieldName, isMultiLine = false) {
  return z.string({ error: EMPTY_FIELD_ERRORS[name] }).transform((raw, context) => {
    const text = cleanField(name === 'phone' ? stripDirectionMarks(raw) : raw, isMultiLine);
    const message = findProblem(name, text, isMultiLine);
    if (message === undefined) return text;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

// Only the length is checked: isForUs compares it with the configured address.
const address = z
  .string({ error: 'O formulário chegou incompleto. Recarregue a página e envie de novo.' })
  .max(320, { error: 'O formulário não chegou como devia. Recarregue a página e envie de novo.' });

const schema = z.strictObject({
  name: field('name'),
  phone: field('phone').refine(isPlausiblePhone, { error: PHONE_ERROR }),
  message: field('message', true),
  toEmail: address,
  fromEmail: address,
});

/** Checks and cleans a submission: exactly the five fields, each within its rules. */
export function parseMessage(input: unknown): MessageResult {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, message: parsed.data };

  const problems: FieldProblems = {};
  for (const issue of parsed.error.issues) {
    // An issue with an unknown field concerns the whole form and has no path.
    const name = issue.path[0] as keyof ContactMessage | undefined;
    if (name !== undefined) problems[name] ??= issue.message;
  }
  return { ok: false, problems };
}

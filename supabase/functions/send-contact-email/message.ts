import * as z from 'zod';

import {
  EMPTY_FIELD_ERRORS,
  isBlank,
  PHONE_ERROR,
  type FieldName,
  type TypedText,
} from '../_shared/contact-form.ts';
import { isPlausiblePhone } from '../_shared/phone.ts';
import { cleanText, stripDirectionMarks, textBeforeForbidden } from './text.ts';

export const MAX_NAME_CHARACTERS = 120;
export const MAX_PHONE_CHARACTERS = 40;
const MAX_MESSAGE_CHARACTERS = 5000;

export interface ContactMessage extends TypedText {
  toEmail: string;
  fromEmail: string;
}

/** Sentences for the visitor, by field. */
export type FieldProblems = Partial<Record<keyof ContactMessage, string>>;

export type MessageResult =
  { ok: true; message: ContactMessage } | { ok: false; problems: FieldProblems };

const LABELS: TypedText = {
  name: 'O nome',
  phone: 'O telefone',
  message: 'A mensagem',
};

/** The sentence for a field that holds a text it may not, or undefined. */
function findProblem(
  name: FieldName,
  text: string,
  maxCharacters: number,
  isMultiLine: boolean,
): string | undefined {
  if (isBlank(text)) return EMPTY_FIELD_ERRORS[name];
  const before = textBeforeForbidden(text, isMultiLine);
  if (before !== undefined) {
    const place = before === '' ? 'no começo' : `logo depois de “${before}”`;
    return `${LABELS[name]} tem um caractere invisível ${place}. Apague esse trecho e digite de novo.`;
  }
  // Counted in code points, as PostgreSQL's char_length does: an emoji is not two characters.
  if ([...text].length > maxCharacters) {
    return `${LABELS[name]} pode ter até ${maxCharacters} caracteres. Encurte um pouco e envie de novo.`;
  }
  return undefined;
}

function field(name: FieldName, maxCharacters: number, isMultiLine = false) {
  return z.string({ error: EMPTY_FIELD_ERRORS[name] }).transform((raw, context) => {
    const text = cleanText(name === 'phone' ? stripDirectionMarks(raw) : raw, isMultiLine);
    const message = findProblem(name, text, maxCharacters, isMultiLine);
    if (message === undefined) return text;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

// Compared with the configured address next, so no more than a length is asked for here.
const address = z
  .string({ error: 'O formulário chegou incompleto. Recarregue a página e envie de novo.' })
  .max(320, { error: 'O formulário não chegou como devia. Recarregue a página e envie de novo.' });

const schema = z.strictObject({
  name: field('name', MAX_NAME_CHARACTERS),
  phone: field('phone', MAX_PHONE_CHARACTERS).refine(isPlausiblePhone, { error: PHONE_ERROR }),
  message: field('message', MAX_MESSAGE_CHARACTERS, true),
  toEmail: address,
  fromEmail: address,
});

/** Checks and cleans a submission: exactly the five fields, each within its rules. */
export function parseMessage(input: unknown): MessageResult {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, message: parsed.data };

  const problems: FieldProblems = {};
  for (const issue of parsed.error.issues) {
    // An unknown field is a problem of the whole form, and has no name here.
    const name = issue.path[0] as keyof ContactMessage | undefined;
    if (name !== undefined) problems[name] ??= issue.message;
  }
  return { ok: false, problems };
}

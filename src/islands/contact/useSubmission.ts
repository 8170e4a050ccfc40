import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import {
  EMPTY_FIELD_ERRORS,
  SENT,
  type FieldName,
  type TypedText,
} from '../../../supabase/functions/_shared/contact-form.ts';
import { contactBackend } from '../../lib/contact-backend.ts';
import { afterPaint } from './afterPaint.ts';
import { clearDraft } from './draft.ts';
import { FAILURES, UNCONFIGURED_WARNING } from './messages.ts';
import { sendMessage, type SendResult } from './sendMessage.ts';
import { SubmissionKeys } from './submissionKey.ts';
import { clearToasts, isToastShown, showFailure, showSuccess } from './toasts.tsx';
import { fieldErrors, readTyped, type FieldErrors } from './typed.ts';

export interface Recipients {
  toEmail: string;
  fromEmail: string;
}

type Result = SendResult | { status: 'unconfigured' };

interface FormStatus {
  status: 'sent' | 'failed';
  text: string;
}

interface Submission {
  submitting: boolean;
  /** How the last submission ended; the text in the function's own words, where it had any. */
  formStatus: FormStatus | undefined;
  /** The same, where no toast could say it. */
  unheard: string;
  errors: FieldErrors;
  submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** Says what is missing in a field that the browser has found empty. */
  reportEmpty: (name: FieldName) => void;
  /** Takes back what was said of a field, once the visitor changes it. */
  clearError: (name: FieldName) => void;
}

/** Takes the form from idle to submitting and back (spec section 4), however the attempt ends. */
export function useSubmission({ toEmail, fromEmail }: Recipients): Submission {
  const isSending = useRef(false);
  const keys = useRef<SubmissionKeys>(null);
  const [submitting, setSubmitting] = useState(false);
  const [formStatus, setFormStatus] = useState<Submission['formStatus']>();
  const [unheard, setUnheard] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});

  useEffect(() => {
    if (!contactBackend) console.warn(UNCONFIGURED_WARNING);
  }, []);

  async function send(typed: TypedText): Promise<Result> {
    if (!contactBackend) return { status: 'unconfigured' };
    keys.current ??= new SubmissionKeys();
    const message = { ...typed, toEmail, fromEmail };
    return sendMessage(contactBackend, message, keys.current.keyFor(JSON.stringify(message)));
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // The second click of a double click may come before the disabled button is on the screen.
    if (isSending.current) return;

    const form = event.currentTarget;
    const typed = readTyped(form);
    const invalidFields = fieldErrors(typed);
    forgetLastAttempt();
    if (Object.keys(invalidFields).length > 0) {
      flushSync(() => {
        setErrors(invalidFields);
      });
      focusAfter(form);
      return;
    }

    isSending.current = true;
    setErrors({});
    setSubmitting(true);
    await afterPaint();
    const result = await send(typed);
    isSending.current = false;
    // Fields have to be enabled again before one of them can be focused.
    const outcome = outcomeOf(result);
    flushSync(() => {
      setSubmitting(false);
      setFormStatus(outcome);
      if (result.status === 'invalid') setErrors(result.errors);
    });

    if (result.status === 'sent') {
      keys.current?.reset();
      form.reset();
      clearDraft();
      showSuccess();
    } else {
      showFailure(result.status);
    }
    focusAfter(form);
    await afterPaint();
    if (outcome && !isToastShown()) setUnheard(outcome.text);
  }

  function forgetLastAttempt(): void {
    clearToasts();
    setFormStatus(undefined);
    setUnheard('');
  }

  function reportEmpty(name: FieldName): void {
    forgetLastAttempt();
    setErrors((current) => ({ ...current, [name]: EMPTY_FIELD_ERRORS[name] }));
  }

  function clearError(name: FieldName): void {
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([field]) => field !== name)),
    );
  }

  return { submitting, formStatus, unheard, errors, submit, reportEmpty, clearError };
}

/** What stays beside the form. Refused fields speak for themselves. */
function outcomeOf(result: Result): FormStatus | undefined {
  if (result.status === 'sent') return { status: 'sent', text: SENT.description };
  const { notice } = FAILURES[result.status];
  const reason = result.status === 'failed' ? result.reason : undefined;
  const text = reason ?? notice;
  return text === undefined ? undefined : { status: 'failed', text };
}

/**
 * Puts the focus where the visitor goes on: on the first invalid field, otherwise back on the button,
 * which lost it when it was disabled. A visitor who has moved elsewhere meanwhile is left alone.
 */
function focusAfter(form: HTMLFormElement): void {
  const { activeElement } = document;
  if (activeElement !== document.body && !form.contains(activeElement)) return;
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (invalid) {
    invalid.focus({ preventScroll: true });
    // With its label and what is said of it; at once, since the toast looks for a place where it is not.
    invalid.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  } else form.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
}

import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import {
  chatText,
  type FieldName,
  type TypedText,
} from '../../../supabase/functions/_shared/contact-form.ts';
import { whatsappLink } from '../../../supabase/functions/_shared/phone.ts';
import { contactBackend } from '../../lib/contact-backend.ts';
import { afterPaint } from './afterPaint.ts';
import { clearDraft } from './draft.ts';
import { UNCONFIGURED_WARNING } from './messages.ts';
import { sendMessage, type SendResult } from './sendMessage.ts';
import { SubmissionKeys } from './submissionKey.ts';
import { clearToasts, showFailure, showSuccess } from './toasts.tsx';
import { fieldErrors, readTyped, type FieldErrors } from './typed.ts';

export interface Recipients {
  toEmail: string;
  fromEmail: string;
  /** The company's number, for failures that are better solved in a chat. */
  whatsapp: string;
}

interface Submission {
  submitting: boolean;
  /** How the last submission ended; the reason in the function's own words, where it had any. */
  formStatus: { status: 'sent' } | { status: 'failed'; reason?: string | undefined } | undefined;
  errors: FieldErrors;
  submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** Takes back what was said of a field, once the visitor changes it. */
  clearError: (name: FieldName) => void;
}

/** Takes the form from idle to submitting and back (spec section 4), however the attempt ends. */
export function useSubmission({
  toEmail,
  fromEmail,
  whatsapp,
  newTab,
}: Recipients & { newTab: string }): Submission {
  const isSending = useRef(false);
  const keys = useRef<SubmissionKeys>(null);
  const [submitting, setSubmitting] = useState(false);
  const [formStatus, setFormStatus] = useState<Submission['formStatus']>();
  const [errors, setErrors] = useState<FieldErrors>({});

  useEffect(() => {
    if (!contactBackend) console.warn(UNCONFIGURED_WARNING);
  }, []);

  async function send(typed: TypedText): Promise<SendResult | { status: 'unconfigured' }> {
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
    clearToasts();
    setFormStatus(undefined);
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
    flushSync(() => {
      setSubmitting(false);
      if (result.status === 'invalid') setErrors(result.errors);
      else if (result.status === 'unconfigured') setFormStatus({ status: 'failed' });
      else setFormStatus(result);
    });

    if (result.status === 'sent') {
      keys.current?.reset();
      form.reset();
      clearDraft();
      showSuccess();
    } else {
      const reason = result.status === 'unconfigured' ? 'unconfigured' : 'failed';
      showFailure(reason, { href: whatsappLink(whatsapp, chatText(typed)), newTab });
    }
    focusAfter(form);
  }

  function clearError(name: FieldName): void {
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([field]) => field !== name)),
    );
  }

  return { submitting, formStatus, errors, submit, clearError };
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
    // With its label and what is said of it, away from the bar and from the toast below that.
    invalid.parentElement?.scrollIntoView({ block: 'center' });
  } else form.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
}

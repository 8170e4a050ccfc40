import { useCallback, useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import {
  EMPTY_FIELD_ERRORS,
  type FieldErrors,
  type FieldName,
  type MailAddresses,
  type TypedText,
} from '@site/supabase/contact-form';
import { contactBackend } from './contactBackend.ts';
import { clearDraft, saveDraft } from './draft.ts';
import { FAILURES, SENT, UNCONFIGURED_WARNING, UNCONFIRMED } from './messages.ts';
import { sendMessage, type SendResult } from './sendMessage.ts';
import { ensureSubmissionKey, forgetSubmissionKey } from './submissionKey.ts';
import { fieldErrors, readTyped } from './typed.ts';

type Result = SendResult | { status: 'unconfigured' };

interface FormStatus {
  status: 'sent' | 'failed';
  text: string;
}

/** A background tab paints nothing: go on after this time. */
const LONGEST_WAIT_MS = 100;

/** Resolves after the next paint, so that other work does not delay what the visitor sees. */
const afterPaint = () =>
  new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });

/**
 * Takes the form from idle to submitting and back, however the attempt ends.
 *
 * @param currentForm each change of state may build the form anew: contact/Renewal.tsx
 */
export function useSubmission(
  { toEmail, fromEmail }: MailAddresses,
  currentForm: RefObject<HTMLFormElement | null>,
) {
  const isSending = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  /** Outcome of the last submission, in the function's own words if it had any. */
  const [formStatus, setFormStatus] = useState<FormStatus>();
  /** The same text, for screen readers, if no toast announced it. */
  const [announcement, setAnnouncement] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});

  useEffect(() => {
    if (!contactBackend) console.warn(UNCONFIGURED_WARNING);
  }, []);

  async function send(typed: TypedText): Promise<Result> {
    if (!contactBackend) return { status: 'unconfigured' };
    const message = { ...typed, toEmail, fromEmail };
    return sendMessage(contactBackend, message, ensureSubmissionKey());
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // A double click's second click may precede the paint that disables the button.
    if (isSending.current) return;

    const filledForm = event.currentTarget;
    const typed = readTyped(filledForm);
    const invalidFields = fieldErrors(typed);
    forgetLastAttempt();
    if (Object.keys(invalidFields).length > 0) {
      flushSync(() => {
        setErrors(invalidFields);
      });
      focusAfter(currentForm.current);
      return;
    }

    isSending.current = true;
    const startY = scrollY;
    // Read before the fields are disabled.
    saveDraft(filledForm, true);
    setErrors({});
    setSubmitting(true);
    await afterPaint();
    const result = await send(typed);
    isSending.current = false;
    const sentForm = currentForm.current;
    const outcome = outcomeOf(result);
    // A field must be enabled again before it can take the focus.
    flushSync(() => {
      setSubmitting(false);
      setFormStatus(outcome);
      if (result.status === 'invalid') setErrors(result.errors);
    });

    const form = currentForm.current;
    if (result.status === 'sent') {
      forgetSubmissionKey();
      sentForm?.reset();
      form?.reset();
      clearDraft();
      toast.success(SENT.title, { description: SENT.description });
    } else {
      if (form) saveDraft(form);
      const { title, description } = FAILURES[result.status];
      toast.error(title, { description });
    }
    focusAfter(form);
    if (outcome && form) showOutcome(form, startY);
    await afterPaint();
    // The toaster's script or style may have failed to load.
    const isToastShown = document.querySelector('[data-sonner-toast]') !== null;
    if (outcome && !isToastShown) setAnnouncement(outcome.text);
  }

  function forgetLastAttempt(): void {
    // They never stack.
    toast.dismiss();
    setFormStatus(undefined);
    setAnnouncement('');
  }

  const reportUnconfirmed = useCallback(() => {
    setFormStatus((current) => current ?? { status: 'failed', text: UNCONFIRMED });
    setAnnouncement(UNCONFIRMED);
  }, []);

  /** Reports a field that the browser found empty. */
  function reportEmpty(name: FieldName): void {
    forgetLastAttempt();
    setErrors((current) => ({ ...current, [name]: EMPTY_FIELD_ERRORS[name] }));
  }

  /** Clears a field's error once the visitor changes the text. */
  function clearError(name: FieldName): void {
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([field]) => field !== name)),
    );
  }

  const actions = { submit, reportUnconfirmed, reportEmpty, clearError };
  return { submitting, formStatus, announcement, errors, ...actions };
}

/** The message that stays beside the form; undefined for refused fields, which have their own. */
function outcomeOf(result: Result): FormStatus | undefined {
  if (result.status === 'sent') return { status: 'sent', text: SENT.description };
  const { outcome } = FAILURES[result.status];
  const reason = result.status === 'failed' ? result.reason : undefined;
  const text = reason ?? outcome;
  return text === undefined ? undefined : { status: 'failed', text };
}

/** A visitor has scrolled elsewhere if the page moved by more than this share of the screen. */
const ELSEWHERE_SHARE = 0.5;

/** Scrolls the outcome into view, unless the visitor has moved elsewhere meanwhile. */
function showOutcome(form: HTMLFormElement, startY: number): void {
  if (hasMovedElsewhere(form) || Math.abs(scrollY - startY) > ELSEWHERE_SHARE * innerHeight) return;
  const outcome = form.querySelector('.outcome');
  const button = form.querySelector('[type="submit"]');
  if (!outcome || !button) return;
  const height = outcome.getBoundingClientRect().bottom - button.getBoundingClientRect().top;
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  // Where the screen is too low for both, the button moves off it: over the header lies the toast.
  const fits = height + 1.5 * parseFloat(scrollPaddingTop) < innerHeight;
  outcome.scrollIntoView({ block: fits ? 'nearest' : 'start' });
}

/** True if the focus is outside the form. */
function hasMovedElsewhere(form: HTMLFormElement): boolean {
  const { activeElement } = document;
  return activeElement !== document.body && !form.contains(activeElement);
}

/**
 * Focuses the first invalid field or else the button, which lost the focus when it was disabled. A
 * visitor who has moved elsewhere meanwhile keeps the focus there.
 */
function focusAfter(form: HTMLFormElement | null): void {
  if (!form || hasMovedElsewhere(form)) return;
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (invalid) {
    invalid.focus({ preventScroll: true });
    // Centres the field with its label and message.
    invalid.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  } else form.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
}

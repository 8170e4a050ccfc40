import { useEffect, useRef } from 'react';
import {
  chatText,
  SENT,
  SENT_ID,
  WHATSAPP_LABEL,
} from '../../supabase/functions/_shared/contact-form.ts';
import { whatsappLink } from '../../supabase/functions/_shared/phone.ts';
import { contactBackend } from '../lib/contact-backend.ts';
import { Field } from './contact/Field.tsx';
import { clearDraft, restoreDraft, saveDraft } from './contact/draft.ts';
import { KEPT_NOTICE, NOT_SENT, SUBMITTING_LABEL } from './contact/messages.ts';
import { prefetchClient } from './contact/sendMessage.ts';
import { readTyped } from './contact/typed.ts';
import { loadFormStatusStyles } from './formStatusStyles.ts';
import { useSubmission, type Recipients } from './contact/useSubmission.ts';

interface ContactFormProps extends Recipients {
  texts: {
    name: string;
    namePlaceholder: string;
    phone: string;
    phonePlaceholder: string;
    message: string;
    messagePlaceholder: string;
    submit: string;
    privacy: string;
    trap: string;
  };
  /** Follows links that open another tab, for screen readers. */
  newTab: string;
}

/** Spec section 5. */
const MESSAGE_ROWS = 5;

const FAILURE_ID = 'contato-falha';

/**
 * The contact form. Its fields belong to the browser, not to React, so what is typed before, during
 * or in spite of hydration stays. Without script the form posts itself to the same function; where
 * no function is configured `method="dialog"` keeps what was typed on the page and out of any URL.
 */
export default function ContactForm({ texts, newTab, ...recipients }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { submitting, formStatus, errors, submit, clearError } = useSubmission({
    ...recipients,
    newTab,
  });

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // The browser itself has sent a message, before the script was there: the draft is older.
    if (element.matches(':target')) clearDraft();
    else restoreDraft(element);
    // What was typed before the script arrived is worth as much.
    saveDraft(element);
    const prefetch = (): void => {
      // Without them it still sends, and says what became of it.
      loadFormStatusStyles().catch(() => undefined);
      if (contactBackend) void prefetchClient(contactBackend);
    };
    // A visitor may be typing already when the form hydrates.
    if (element.contains(document.activeElement)) prefetch();
    const save = (): void => {
      saveDraft(element);
    };
    element.addEventListener('focusin', prefetch);
    element.addEventListener('input', save);
    return () => {
      element.removeEventListener('focusin', prefetch);
      element.removeEventListener('input', save);
    };
  }, []);

  /** The text may go on changing after a failure: the link carries what stands there now. */
  function refreshChatLink({ currentTarget }: { currentTarget: HTMLAnchorElement }): void {
    if (!form.current) return;
    currentTarget.href = whatsappLink(recipients.whatsapp, chatText(readTyped(form.current)));
  }

  return (
    <form
      ref={form}
      id={SENT_ID}
      className="mt-6"
      method={contactBackend ? 'post' : 'dialog'}
      action={contactBackend?.functionUrl}
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className="grid gap-5" disabled={submitting}>
        <Field
          name="name"
          label={texts.name}
          placeholder={texts.namePlaceholder}
          error={errors.name}
          onChange={clearError}
          autoComplete="name"
        />
        <Field
          name="phone"
          type="tel"
          label={texts.phone}
          placeholder={texts.phonePlaceholder}
          error={errors.phone}
          onChange={clearError}
          autoComplete="tel"
        />
        <Field
          name="message"
          rows={MESSAGE_ROWS}
          label={texts.message}
          placeholder={texts.messagePlaceholder}
          error={errors.message}
          onChange={clearError}
        />
        <input type="hidden" name="toEmail" value={recipients.toEmail} />
        <input type="hidden" name="fromEmail" value={recipients.fromEmail} />
        {/* People never see this field; programs that fill in every field give themselves away. */}
        <div className="hidden" aria-hidden="true">
          <label htmlFor="contato-website">{texts.trap}</label>
          <input id="contato-website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <div className="flex flex-col items-start gap-4">
          <button
            type="submit"
            className="button button-primary"
            aria-describedby={formStatus?.status === 'failed' ? FAILURE_ID : undefined}
          >
            {submitting ? (
              <>
                <span className="spinner" aria-hidden="true" />
                {SUBMITTING_LABEL}
              </>
            ) : (
              texts.submit
            )}
          </button>
          <p className="max-w-prose text-small text-muted">{texts.privacy}</p>
        </div>
      </fieldset>
      <p className="sr-only" role="status">
        {submitting && SUBMITTING_LABEL}
      </p>
      <div className={submitting || formStatus ? 'form-status' : undefined}>
        {formStatus?.status === 'sent' && (
          <p className="notice success-notice">
            <strong>{SENT.title}</strong> {SENT.description}
          </p>
        )}
        {formStatus?.status === 'failed' && (
          <p id={FAILURE_ID} className="notice failure-notice">
            {formStatus.reason ?? NOT_SENT} {KEPT_NOTICE}{' '}
            <a
              className="toast-action"
              href={whatsappLink(recipients.whatsapp, '')}
              target="_blank"
              rel="noopener noreferrer"
              ref={(link) => {
                if (link) refreshChatLink({ currentTarget: link });
              }}
              onFocus={refreshChatLink}
              onPointerDown={refreshChatLink}
            >
              {WHATSAPP_LABEL} <span className="sr-only">{newTab}</span>
            </a>
          </p>
        )}
      </div>
    </form>
  );
}

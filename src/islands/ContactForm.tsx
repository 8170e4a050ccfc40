import { useEffect, useRef, useState } from 'react';
import {
  chatText,
  countCharacters,
  MAX_CHARACTERS,
  SENT,
  SENT_ID,
  WHATSAPP_LABEL,
} from '../../supabase/functions/_shared/contact-form.ts';
import { whatsappLink } from '../../supabase/functions/_shared/phone.ts';
import { contactBackend } from '../lib/contact-backend.ts';
import { Field } from './contact/Field.tsx';
import { clearDraft, restoreDraft, saveDraft } from './contact/draft.ts';
import { CHAT_NOTICE, KEPT_NOTICE, spaceLeft, SUBMITTING_LABEL } from './contact/messages.ts';
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
    trap: string;
  };
  /** Follows links that open another tab, for screen readers. */
  newTab: string;
  /** The company's number, for failures that are better solved in a chat; empty where it has none. */
  whatsapp: string;
}

/** Spec section 5. */
const MESSAGE_ROWS = 5;

const FAILURE_ID = 'contato-falha';

/**
 * The contact form. Its fields belong to the browser, not to React, so what is typed before, during
 * or in spite of hydration stays. Without script the form posts itself to the same function; where
 * no function is configured `method="dialog"` keeps what was typed on the page and out of any URL.
 */
export default function ContactForm({ texts, newTab, whatsapp, ...recipients }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [messageLength, setMessageLength] = useState(0);
  const { submitting, formStatus, unheard, errors, submit, reportEmpty, clearError } =
    useSubmission(recipients);

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
    const measure = (): void => {
      setMessageLength(countCharacters(readTyped(element).message.trim()));
    };
    measure();
    const save = (): void => {
      saveDraft(element);
      measure();
    };
    const forget = (): void => {
      setMessageLength(0);
    };
    element.addEventListener('focusin', prefetch);
    element.addEventListener('input', save);
    element.addEventListener('reset', forget);
    return () => {
      element.removeEventListener('focusin', prefetch);
      element.removeEventListener('input', save);
      element.removeEventListener('reset', forget);
    };
  }, []);

  /** The text may go on changing after a failure: the link carries what stands there now. */
  function refreshChatLink({ currentTarget }: { currentTarget: HTMLAnchorElement }): void {
    if (!form.current) return;
    currentTarget.href = whatsappLink(whatsapp, chatText(readTyped(form.current)));
  }

  const events = { onChange: clearError, onEmpty: reportEmpty };
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
          {...events}
          autoComplete="name"
        />
        <Field
          name="phone"
          type="tel"
          label={texts.phone}
          placeholder={texts.phonePlaceholder}
          error={errors.phone}
          {...events}
          autoComplete="tel"
        />
        <Field
          name="message"
          rows={MESSAGE_ROWS}
          label={texts.message}
          placeholder={texts.messagePlaceholder}
          error={errors.message}
          hint={spaceLeft(messageLength, MAX_CHARACTERS.message)}
          {...events}
        />
        <input type="hidden" name="toEmail" value={recipients.toEmail} />
        <input type="hidden" name="fromEmail" value={recipients.fromEmail} />
        {/* People never see this field; programs that fill in every field give themselves away. */}
        <div className="hidden" aria-hidden="true">
          <label htmlFor="contato-website">{texts.trap}</label>
          <input id="contato-website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <div>
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
        </div>
      </fieldset>
      <p className="sr-only" role="status">
        {submitting ? SUBMITTING_LABEL : unheard}
      </p>
      <div className={submitting || formStatus ? 'form-status' : undefined}>
        {formStatus?.status === 'sent' && (
          <p className="notice success-notice">
            <strong>{SENT.title}</strong> {formStatus.text}
          </p>
        )}
        {formStatus?.status === 'failed' && (
          <>
            {whatsapp !== '' && (
              <a
                className="button button-whatsapp"
                href={whatsappLink(whatsapp, '')}
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
            )}
            <p id={FAILURE_ID} className="notice failure-notice">
              {formStatus.text} {KEPT_NOTICE}
              {whatsapp !== '' && CHAT_NOTICE}.
            </p>
          </>
        )}
      </div>
    </form>
  );
}

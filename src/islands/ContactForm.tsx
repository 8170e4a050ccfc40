import { useEffect, useRef, useState } from 'react';
import {
  countCharacters,
  FIELD_NAMES,
  MAX_CHARACTERS,
  SENT_ID,
  type MailAddresses,
} from '@site/supabase/contact-form';
import { rescueLink, telLink } from '../lib/phone.ts';
import type { ContactTexts } from '../schemas/pages.ts';
import { contactBackend } from './contact/contactBackend.ts';
import { Field } from './contact/Field.tsx';
import { clearDraft, restoreDraft, saveDraft } from './contact/draft.ts';
import { WhatsappIcon } from './contact/WhatsappIcon.tsx';
import {
  IN_CHAT,
  chatText,
  MAIL_LABEL,
  IN_MAIL,
  OPENS_NEW_TAB,
  SENT,
  spaceLeft,
  SUBMITTING_LABEL,
  WHATSAPP_LABEL,
} from './contact/messages.ts';
import { Renewal } from './contact/Renewal.tsx';
import { prefetchClient } from './contact/sendMessage.ts';
import { readTyped } from './contact/typed.ts';
import { loadFormStatusStyles } from './formStatusStyles.ts';
import { useSubmission } from './contact/useSubmission.ts';

interface ContactFormProps extends MailAddresses {
  texts: Omit<ContactTexts['form'], 'offline'>;
  /** Said without script where no function is configured. */
  offline?: string | undefined;
  /** The page on what happens with the data, if there is one. */
  privacyPage?: { title: string; href: string } | undefined;
  /** When an answer comes, if the company says so. */
  responseTime?: string | undefined;
  /** The company's number, offered after a failure; empty where it has none. */
  whatsapp: string;
  /** The first phone number, offered after a failure too, and its label. */
  call?: { label: string; number: string } | undefined;
}

const MESSAGE_ROWS = 5;

const FAILURE_ID = 'contato-falha';

/** Fetches what a submission needs. Without it the form still sends, and reports the outcome. */
function prefetch(): void {
  loadFormStatusStyles().catch(() => undefined);
  if (contactBackend) void prefetchClient(contactBackend);
}

/**
 * The contact form. Its fields are uncontrolled, so what is typed before or during hydration stays.
 * `suppressHydrationWarning`, here and in the header, lets React hydrate a page that the browser translated.
 * Without script, the form posts itself to the same function; where no function is configured,
 * `method="dialog"` keeps the texts on the page and out of any URL.
 */
export default function ContactForm({
  texts,
  offline,
  privacyPage,
  responseTime,
  whatsapp,
  call,
  ...addresses
}: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [messageLength, setMessageLength] = useState(0);
  const hint = spaceLeft(messageLength, MAX_CHARACTERS.message);
  const { submitting, formStatus, announcement, errors, ...submission } = useSubmission(
    addresses,
    form,
  );
  const { submit, reportUnconfirmed, reportEmpty, clearError } = submission;

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // The browser posted the message before the script loaded, so the draft is stale.
    if (document.getElementById(SENT_ID)?.matches(':target')) clearDraft();
    const isUnconfirmed = restoreDraft(element);
    if (isUnconfirmed) loadFormStatusStyles().then(reportUnconfirmed, reportUnconfirmed);
    keepTyped(element, isUnconfirmed);
    // A visitor may be typing already when the form hydrates.
    if (element.contains(document.activeElement)) prefetch();
  }, [reportUnconfirmed]);

  function keepTyped(element: HTMLFormElement, isUnconfirmed = false): void {
    saveDraft(element, isUnconfirmed);
    setMessageLength(countCharacters(readTyped(element).message.trim()));
  }

  /** The text may change after a failure: the link carries the current one. */
  function refreshRescue({ currentTarget }: { currentTarget: HTMLAnchorElement }): void {
    if (!form.current) return;
    const text = chatText(readTyped(form.current));
    currentTarget.href = rescueLink(whatsapp, addresses.toEmail, text);
  }

  const events = { onChange: clearError, onEmpty: reportEmpty, onFocus: prefetch };
  const special = {
    name: { autoComplete: 'name' },
    phone: { type: 'tel', autoComplete: 'tel' },
    message: { rows: MESSAGE_ROWS, hint },
  };
  return (
    <Renewal>
      <form
        ref={form}
        method={contactBackend ? 'post' : 'dialog'}
        action={contactBackend?.functionUrl}
        onInput={({ currentTarget }) => {
          keepTyped(currentTarget);
        }}
        onReset={() => {
          setMessageLength(0);
        }}
        onSubmit={(event) => {
          // Says that an earlier message was sent.
          document.getElementById(SENT_ID)?.remove();
          void submit(event);
        }}
      >
        <div className="card bg-raised">
          <h3 className="text-subtitle" suppressHydrationWarning>
            {texts.heading}
          </h3>
          {offline && (
            <noscript>
              <p className="mt-5 font-semibold">{offline}</p>
            </noscript>
          )}
          <fieldset className="mt-6 grid gap-5" disabled={submitting} aria-label={texts.heading}>
            {FIELD_NAMES.map((name) => (
              <Field
                key={name}
                name={name}
                label={texts[name]}
                placeholder={texts[`${name}Placeholder`]}
                error={errors[name]}
                {...events}
                {...special[name]}
              />
            ))}
            <input type="hidden" name="toEmail" value={addresses.toEmail} />
            <input type="hidden" name="fromEmail" value={addresses.fromEmail} />
            {/* Honeypot: hidden from people, filled in by spam bots. */}
            <div className="hidden" aria-hidden="true">
              <label htmlFor="contato-website" suppressHydrationWarning>
                Não preencha este campo
              </label>
              <input id="contato-website" name="website" tabIndex={-1} autoComplete="off" />
            </div>
            <div className="max-w-prose text-small">
              <p className="text-muted" suppressHydrationWarning>
                {texts.privacy}
              </p>
              {privacyPage && (
                <a className="contact-link" href={privacyPage.href} suppressHydrationWarning>
                  {privacyPage.title}
                </a>
              )}
            </div>
            <button
              type="submit"
              className="button button-primary"
              aria-describedby={formStatus?.status === 'failed' ? FAILURE_ID : undefined}
            >
              {submitting && <span className="spinner" aria-hidden="true" />}
              {/* React cannot change a bare text node that a translation has replaced. A new element for each
                    label: one that the spinner moved would be a layout shift. */}
              <span key={String(submitting)} suppressHydrationWarning>
                {submitting ? SUBMITTING_LABEL : texts.submit}
              </span>
            </button>
          </fieldset>
        </div>
        <p className="sr-only" role="status">
          {submitting ? SUBMITTING_LABEL : announcement}
        </p>
        {formStatus?.status === 'sent' && (
          <p className="outcome success-outcome">
            <strong>{SENT.title}</strong> {formStatus.text} {responseTime}
          </p>
        )}
        {formStatus?.status === 'failed' && (
          <div className="outcome failure-outcome">
            <p id={FAILURE_ID}>
              {formStatus.text} {whatsapp ? IN_CHAT : IN_MAIL}
            </p>
            <p className="rescue">
              <a
                className={`button ${whatsapp ? 'button-whatsapp' : 'button-primary'}`}
                href={rescueLink(whatsapp, addresses.toEmail, '')}
                target={whatsapp ? '_blank' : undefined}
                rel="noreferrer"
                ref={(link) => {
                  if (link) refreshRescue({ currentTarget: link });
                }}
                onFocus={refreshRescue}
                onPointerDown={refreshRescue}
              >
                {whatsapp && <WhatsappIcon />}
                {whatsapp ? WHATSAPP_LABEL : MAIL_LABEL}{' '}
                {whatsapp && <span className="sr-only">{OPENS_NEW_TAB}</span>}
              </a>
              {call && (
                <a className="button button-quiet" href={telLink(call.number)}>
                  {/* One element, so that a narrow button breaks between words. */}
                  <span>
                    {call.label} {call.number}
                  </span>
                </a>
              )}
            </p>
          </div>
        )}
      </form>
    </Renewal>
  );
}

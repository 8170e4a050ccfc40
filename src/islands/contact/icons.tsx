/** Icons of the links that a failed submission offers. */
import { WHATSAPP_GLYPH } from '../../lib/whatsapp-glyph.ts';

export function WhatsappIcon() {
  return (
    <svg className="size-5 shrink-0" viewBox="0 0 72 72" fill="currentColor" aria-hidden="true">
      <path d={WHATSAPP_GLYPH} />
    </svg>
  );
}

/** Lucide's `phone`. */
export function PhoneIcon() {
  return (
    <svg className="icon size-5" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M13.8 16.6a1 1 0 0 0 1.2-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.5.4a1 1 0 0 0-.3 1.2 14 14 0 0 0 6.4 6.4" />
    </svg>
  );
}

/** Lucide's `mail`. */
export function MailIcon() {
  return (
    <svg className="icon size-5" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m22 7-9 6a2 2 0 0 1-2 0L2 7" />
      <rect width="20" height="16" x="2" y="4" rx="2" />
    </svg>
  );
}

/** WhatsApp's mark on the link that a failed submission offers. */
import { WHATSAPP_GLYPH } from '../../lib/whatsapp-glyph.ts';

export function WhatsappIcon() {
  return (
    <svg className="size-5 shrink-0" viewBox="0 0 72 72" fill="currentColor" aria-hidden="true">
      <path d={WHATSAPP_GLYPH} />
    </svg>
  );
}

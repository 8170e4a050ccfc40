import { toast } from 'sonner';
import { SENT, WHATSAPP_LABEL } from '../../../supabase/functions/_shared/contact-form.ts';
import { FAILURES, type Failure } from './messages.ts';

/** Spec section 9: at most one toast at a time. */
export function clearToasts(): void {
  toast.dismiss();
}

export function showSuccess(): void {
  toast.success(SENT.title, { description: SENT.description });
}

/** A failure still reaches the company: the toast offers a chat that holds what was typed. */
export function showFailure(failure: Failure, chat: { href: string; newTab: string }): void {
  const { title, description } = FAILURES[failure];
  toast.error(title, {
    description,
    action: (
      <a className="toast-action" href={chat.href} target="_blank" rel="noopener noreferrer">
        {WHATSAPP_LABEL} <span className="sr-only">{chat.newTab}</span>
      </a>
    ),
  });
}

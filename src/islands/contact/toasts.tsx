import { toast } from 'sonner';
import { SENT } from '../../../supabase/functions/_shared/contact-form.ts';
import { FAILURES, type Failure } from './messages.ts';
import { placeToast } from './toastPlace.ts';

/** Spec section 9: at most one toast at a time. */
export function clearToasts(): void {
  toast.dismiss();
}

/** Draws the words, and has the toast placed as soon as its size is known. */
const placed = (text: string) => <span ref={placeToast}>{text}</span>;

export function showSuccess(): void {
  toast.success(SENT.title, { description: placed(SENT.description) });
}

export function showFailure(failure: Failure): void {
  const { title, description } = FAILURES[failure];
  toast.error(title, { description: placed(description) });
}

/** Whether the visitor has been told by a toast: its script or its style may never come. */
export function isToastShown(): boolean {
  return document.querySelector('[data-sonner-toast]') !== null;
}

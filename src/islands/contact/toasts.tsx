import { toast } from 'sonner';
import { SENT } from '../../../supabase/functions/_shared/contact-form.ts';
import { FAILURES, type Failure } from './messages.ts';
import { placeToast } from './toastPlace.ts';

/** Dismisses all toasts, so that they never stack. */
export function clearToasts(): void {
  toast.dismiss();
}

/** Places the toast as soon as its size is known. */
const placed = (text: string) => <span ref={placeToast}>{text}</span>;

export function showSuccess(): void {
  toast.success(SENT.title, { description: placed(SENT.description) });
}

export function showFailure(failure: Failure): void {
  const { title, description } = FAILURES[failure];
  toast.error(title, { description: placed(description) });
}

/** False if the toaster's script or style failed to load. */
export function isToastShown(): boolean {
  return document.querySelector('[data-sonner-toast]') !== null;
}

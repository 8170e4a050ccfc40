import { toast } from 'sonner';
import { FAILURES, SENT, type Failure } from './messages.ts';

/** Dismisses all toasts, so that they never stack. */
export function clearToasts(): void {
  toast.dismiss();
}

export function showSuccess(): void {
  toast.success(SENT.title, { description: SENT.description });
}

export function showFailure(failure: Failure): void {
  const { title, description } = FAILURES[failure];
  toast.error(title, { description });
}

/** False if the toaster's script or style failed to load. */
export function isToastShown(): boolean {
  return document.querySelector('[data-sonner-toast]') !== null;
}

import { Toaster as SonnerToaster } from 'sonner';
import { loadFormStatusStyles } from './formStatusStyles.ts';

/** Spec section 9. */
const TOAST_DURATION_MS = 5000;
const VISIBLE_TOASTS = 1;

/** Below the bar, which is 4rem high; on a low screen over it, so that all of a toast is in view. */
const TOP = 'clamp(0.5rem, 100vh - 16rem, 4.75rem)';
const OFFSET_ON_PHONE = { top: TOP, left: '1rem', right: '1rem' };
/** On the left edge of the frame: beside the form's fields, which it may speak of. */
const OFFSET = { top: TOP, left: 'max(2rem, 50vw - 34rem)' };

interface ToasterProps {
  /** What screen readers call the area. */
  label: string;
  closeLabel: string;
}

// A toast without its styles would lie unseen below the page: should they fail to come, the island
// does, and what it had to say stands beside the form alone.
if (!import.meta.env.SSR) await loadFormStatusStyles();

/** The toast area of every page. */
export default function Toaster({ label, closeLabel }: ToasterProps) {
  return (
    <SonnerToaster
      customAriaLabel={label}
      visibleToasts={VISIBLE_TOASTS}
      duration={TOAST_DURATION_MS}
      // At the top, below the bar: at the foot it would lie on the form's button.
      position="top-left"
      offset={OFFSET}
      mobileOffset={OFFSET_ON_PHONE}
      theme="system"
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: closeLabel }}
    />
  );
}

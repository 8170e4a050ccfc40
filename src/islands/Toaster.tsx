import { Toaster as SonnerToaster } from 'sonner';
import { loadFormStatusStyles } from './formStatusStyles.ts';

/** Spec section 9. */
const TOAST_DURATION_MS = 5000;
const VISIBLE_TOASTS = 1;

/** `placeToast` finds both before a toast shows. */
const OFFSET = { top: 'var(--toast-top)', left: 'var(--toast-left)' };
const OFFSET_ON_PHONE = { ...OFFSET, left: '1rem', right: '1rem' };

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
      position="top-left"
      offset={OFFSET}
      mobileOffset={OFFSET_ON_PHONE}
      theme="system"
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: closeLabel }}
    />
  );
}

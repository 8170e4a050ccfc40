import { useEffect } from 'react';
import { toast, Toaster as SonnerToaster } from 'sonner';
import { loadFormStatusStyles } from './formStatusStyles.ts';

const TOAST_DURATION_MS = 5000;
const VISIBLE_TOASTS = 1;

/** Below the header, whose height is 4rem; on phones and low screens over it (toast.css). */
const OFFSET = { top: '4.5rem' };
const OFFSET_ON_PHONE = { top: '0.5rem' };

// Unstyled, a toast would lie unseen below the page. If the styles fail to load, so does the island,
// and only the form itself reports the outcome.
if (!import.meta.env.SSR) await loadFormStatusStyles();

/** A tap would stop a toast's time as a mouse over it does, and no finger ever leaves: it closes the toast. */
function closeOnTap({ pointerType, target }: PointerEvent): void {
  const isTap = pointerType !== 'mouse' && target instanceof Element;
  if (isTap && target.closest('[data-sonner-toast]')) toast.dismiss();
}

/** The toast area of every page. */
export default function Toaster() {
  useEffect(() => {
    document.addEventListener('pointerup', closeOnTap);
    return () => {
      document.removeEventListener('pointerup', closeOnTap);
    };
  }, []);

  return (
    <SonnerToaster
      customAriaLabel="Avisos"
      visibleToasts={VISIBLE_TOASTS}
      duration={TOAST_DURATION_MS}
      position="top-right"
      offset={OFFSET}
      mobileOffset={OFFSET_ON_PHONE}
      theme="system"
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: 'Fechar aviso' }}
    />
  );
}

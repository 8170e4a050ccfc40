import { Toaster as SonnerToaster } from 'sonner';

/** Spec section 9. */
const TOAST_DURATION_MS = 5000;
const VISIBLE_TOASTS = 1;

/** The toast area of every page. */
export default function Toaster() {
  return (
    <SonnerToaster
      customAriaLabel="Avisos"
      visibleToasts={VISIBLE_TOASTS}
      duration={TOAST_DURATION_MS}
      position="bottom-center"
      theme="system"
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: 'Fechar aviso' }}
    />
  );
}

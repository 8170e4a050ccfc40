/**
 * Lets one tab of a browser write. All tabs share the library's cache: with two, the older one would take back
 * what the newer one has published, because the cache knows a version that the older tab has never shown.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Web_Locks_API
 */
import { showDialog } from './dialog.ts';

const TAB_LOCK = 'editor';
const COMMIT_LOCK = 'editor-commit';

/** A tab that reloads still holds the lock for a moment. */
const PATIENCE_MS = 2000;

const IN_USE = 'O editor já está aberto em outra aba deste navegador, e só uma pode gravar.';
const LOST =
  'O editor passou para outra aba, e esta não grava mais. O que você não salvou continua aqui. Para voltar a usar esta, recarregue a página: ao abrir o item, o editor oferece o que você digitou.';
const READ_ONLY =
  'Esta aba não grava, porque o editor está aberto em outra. Para usar esta, recarregue a página: ao abrir o item, o editor oferece o que você digitou.';

const untilClosed = (): Promise<never> => new Promise(() => undefined);

let mayWrite = false;

/**
 * Commits, unless another tab is the one that writes. A tab that takes over waits for it.
 *
 * @throws Error that says so
 */
export function commitFromHere<Answer>(commit: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks.request(COMMIT_LOCK, () => {
    if (!mayWrite) throw new Error(READ_ONLY);
    return commit();
  });
}

async function takeOver(): Promise<void> {
  const options = { steal: true };
  await new Promise((resolve) => {
    void navigator.locks.request(TAB_LOCK, options, () => {
      resolve(undefined);
      return untilClosed();
    });
  });
  await navigator.locks.request(COMMIT_LOCK, () => undefined);
  // What this tab has read is out of date.
  location.reload();
}

/** Makes this tab the one that writes, or asks, where another one is. */
export function useOneTab(): void {
  // The popup of the sign-in.
  if (window.name === 'auth') return;
  const waiting = new AbortController();
  let hasAsked = false;
  const patience = setTimeout(() => {
    hasAsked = true;
    const stopWaiting = (): void => {
      waiting.abort();
    };
    showDialog(IN_USE, 'Usar aqui', () => void takeOver()).addEventListener('close', stopWaiting);
  }, PATIENCE_MS);
  navigator.locks
    .request(TAB_LOCK, { signal: waiting.signal }, () => {
      clearTimeout(patience);
      // The other tab has been closed, and may have saved since this one has read.
      if (hasAsked) location.reload();
      else mayWrite = true;
      return untilClosed();
    })
    .catch(() => {
      if (mayWrite) showDialog(LOST);
      mayWrite = false;
    });
}

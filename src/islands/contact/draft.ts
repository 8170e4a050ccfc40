/**
 * Keeps what is being typed for as long as the tab is open, so that a reload, a wrong tap or a crash
 * of the browser does not lose it. Nothing leaves the visitor's device.
 */
import { FIELD_NAMES, readTyped, type Typed } from './typed.ts';

const STORAGE_KEY = 'contact-draft';

/** Storage may be switched off or full: a draft is a help, never a condition. */
function quietly<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export function saveDraft(form: HTMLFormElement): void {
  quietly(() => {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(readTyped(form)));
  });
}

export function clearDraft(): void {
  quietly(() => {
    sessionStorage.removeItem(STORAGE_KEY);
  });
}

/** Fills empty fields from the draft; what stands in a field already is newer and stays. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = quietly(
    () => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Typed> | null,
  );
  for (const name of FIELD_NAMES) {
    const field = form.elements.namedItem(name);
    const text = draft?.[name];
    const isTextField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isTextField && field.value === '' && typeof text === 'string') field.value = text;
  }
}

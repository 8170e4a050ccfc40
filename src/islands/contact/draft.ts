/** Keeps what is being typed through a reload, a wrong tap or a crash of the browser. */
import { FIELD_NAMES } from '@site/supabase/contact-form';
import { tabStorage } from './tabStorage.ts';
import { readTyped } from './typed.ts';

const STORAGE_KEY = 'contact-draft';

/** @param isUnconfirmed the text is being sent */
export function saveDraft(form: HTMLFormElement, isUnconfirmed = false): void {
  tabStorage.write(STORAGE_KEY, { ...readTyped(form), isUnconfirmed });
}

export function clearDraft(): void {
  tabStorage.remove(STORAGE_KEY);
}

/**
 * Fills empty fields from the draft; text that a field already has is newer and stays.
 *
 * @returns whether the visitor left before an attempt to send it had ended
 */
export function restoreDraft(form: HTMLFormElement): boolean {
  const draft = tabStorage.read(STORAGE_KEY);
  for (const name of FIELD_NAMES) {
    const field = form.elements.namedItem(name);
    const text = draft[name];
    const isTextField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isTextField && field.value === '' && typeof text === 'string') field.value = text;
  }
  return draft['isUnconfirmed'] === true;
}

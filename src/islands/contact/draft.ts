/** Keeps what is being typed through a reload, a wrong tap or a crash of the browser. */
import { FIELD_NAMES } from '@site/supabase/contact-form';
import { tabStorage } from './tabStorage.ts';
import { readTyped } from './typed.ts';

const STORAGE_KEY = 'contact-draft';

export function saveDraft(form: HTMLFormElement): void {
  tabStorage.write(STORAGE_KEY, readTyped(form));
}

export function clearDraft(): void {
  tabStorage.remove(STORAGE_KEY);
}

/** Fills empty fields from the draft; text that a field already has is newer and stays. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = tabStorage.read(STORAGE_KEY);
  for (const name of FIELD_NAMES) {
    const field = form.elements.namedItem(name);
    const text = draft[name];
    const isTextField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isTextField && field.value === '' && typeof text === 'string') field.value = text;
  }
}

/** Keeps what is being typed, so that a reload, a wrong tap or a crash of the browser does not lose it. */
import { FIELD_NAMES, type TypedText } from '../../../supabase/functions/_shared/contact-form.ts';
import { tabStorage } from './tabStorage.ts';
import { readTyped } from './typed.ts';

const STORAGE_KEY = 'contact-draft';

export function saveDraft(form: HTMLFormElement): void {
  tabStorage.write(STORAGE_KEY, readTyped(form));
}

export function clearDraft(): void {
  tabStorage.remove(STORAGE_KEY);
}

/** Fills empty fields from the draft; what stands in a field already is newer and stays. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = tabStorage.read(STORAGE_KEY) as Partial<TypedText> | undefined;
  for (const name of FIELD_NAMES) {
    const field = form.elements.namedItem(name);
    const text = draft?.[name];
    const isTextField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isTextField && field.value === '' && typeof text === 'string') field.value = text;
  }
}

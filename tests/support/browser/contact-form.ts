/** The contact form, as a visitor uses it. */
import { expect, type Page } from '@playwright/test';
import { untilHydrated } from './page.ts';

export const TYPED = {
  name: 'Maria da Conceição',
  phone: '(49) 99999-1234',
  message: 'Meu computador não liga.\nJá troquei a tomada & nada.',
};

export const EMPTY: typeof TYPED = { name: '', phone: '', message: '' };

type FieldName = keyof typeof TYPED;
export const FIELD_NAMES = Object.keys(TYPED) as FieldName[];

export function contactFormOn(page: Page) {
  const form = page.locator('main form');
  const field = (name: FieldName) => form.locator(`[name=${name}]`);
  const submitButton = form.getByRole('button');

  const fill = async (typed: Partial<typeof TYPED> = {}) => {
    for (const name of FIELD_NAMES) await field(name).fill(typed[name] ?? TYPED[name]);
  };

  return {
    form,
    field,
    submitButton,
    toast: page.getByRole('region', { name: 'Avisos' }).getByRole('listitem'),
    fill,

    send: async (typed?: Partial<typeof TYPED>) => {
      await fill(typed);
      await submitButton.click();
    },

    /** Scrolls to the form and waits until it has hydrated. */
    open: async (url = '/') => {
      await page.goto(url);
      await form.scrollIntoViewIfNeeded();
      await untilHydrated(form);
    },

    /** Expects the fields to hold these texts, and no URL to contain them. */
    expectTyped: async (typed = TYPED) => {
      for (const name of FIELD_NAMES) await expect(field(name)).toHaveValue(typed[name]);
      expect(decodeURIComponent(page.url())).not.toContain(TYPED.name);
    },
  };
}

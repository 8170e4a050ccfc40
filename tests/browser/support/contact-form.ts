/** The contact form, as a visitor uses it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { untilHydrated } from './page.ts';

export const TYPED = {
  name: 'Maria da Conceição',
  phone: '(49) 99999-1234',
  message: 'Meu computador não liga.\nJá troquei a tomada & nada.',
};

export const EMPTY: typeof TYPED = { name: '', phone: '', message: '' };

const LABELS = { name: 'Nome', phone: 'Telefone', message: 'Mensagem' } as const;

type FieldName = keyof typeof TYPED;
export const FIELD_NAMES = Object.keys(LABELS) as FieldName[];

export class ContactForm {
  readonly page: Page;
  readonly form: Locator;
  readonly submitButton: Locator;
  readonly toast: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('main').locator('form');
    this.submitButton = this.form.getByRole('button');
    this.toast = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
  }

  field(name: FieldName): Locator {
    return this.form.getByLabel(LABELS[name]);
  }

  /** Scrolls to the form and waits until its script has taken over. */
  async open(url = '/'): Promise<void> {
    await this.page.goto(url);
    await this.form.scrollIntoViewIfNeeded();
    await untilHydrated(this.form);
  }

  async fill(typed: Partial<typeof TYPED> = {}): Promise<void> {
    const all = { ...TYPED, ...typed };
    for (const name of FIELD_NAMES) await this.field(name).fill(all[name]);
  }

  async send(typed?: Partial<typeof TYPED>): Promise<void> {
    await this.fill(typed);
    await this.submitButton.click();
  }

  /** Expects the fields to hold these texts, and nothing of them to show in the URL. */
  async expectTyped(typed = TYPED): Promise<void> {
    for (const name of FIELD_NAMES) await expect(this.field(name)).toHaveValue(typed[name]);
    expect(decodeURIComponent(this.page.url())).not.toContain(TYPED.name);
    expect(new URL(this.page.url()).search).toBe('');
  }
}

/** A visitor at a browser, as far as the automation of every engine can be one. */
import { expect } from '@playwright/test';

/** What an engine's automation has to do. A selector means its first element in sight. */
export interface Driver {
  open: (url: string) => Promise<void>;
  back: () => Promise<void>;
  reload: () => Promise<void>;
  /** Clicks the first element of this selector with this text in it. */
  click: (selector: string, text?: string) => Promise<void>;
  /** Types into an empty field. */
  type: (selector: string, text: string) => Promise<void>;
  press: (key: 'Tab' | 'Enter' | 'Escape') => Promise<void>;
  /** Runs a function in the page, with an argument and a result that JSON can hold. */
  evaluate: (run: (argument: never) => unknown, argument: unknown) => Promise<unknown>;
}

/** Playwright's own intervals grow to a second, for which each smooth scroll would hold the walk up. */
const POLL_MS = 100;

/** A page on which nothing moves has no idle moment to report. */
const IDLE_AFTER_MS = 500;

/** React draws and starts to listen in tasks of its own; an idle moment comes after them. */
const untilIdle = (timeout: number): Promise<unknown> =>
  new Promise((resolve) => {
    // WebKit knows no idle moments.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout });
    else setTimeout(resolve);
  });

/** What a visitor sees; each expectation waits until it is met. */
export class Visitor {
  readonly driver: Driver;
  readonly siteUrl: string;

  constructor(driver: Driver, siteUrl: string) {
    this.driver = driver;
    this.siteUrl = siteUrl;
  }

  /** @param path on the site, with hash and search */
  async open(path: string): Promise<void> {
    await this.driver.open(this.siteUrl + path);
  }

  async click(selector: string, text?: string): Promise<void> {
    await this.driver.click(selector, text);
  }

  /** Polls what a function returns that runs in the page. */
  expect(what: string, run: (argument: never) => unknown, argument: unknown = null) {
    // On the way to the next page there is nothing to ask.
    const poll = () => this.driver.evaluate(run, argument).catch(String);
    return expect.poll(poll, { message: what, intervals: [POLL_MS] });
  }

  /** Where the visitor is: path, search and hash, decoded. */
  async expectAt(path: string): Promise<void> {
    const where = (): string => decodeURI(location.href.slice(location.origin.length));
    await this.expect('the URL', where).toBe(path);
  }

  /** The texts of the elements in sight, spaces joined. */
  async expectTexts(selector: string, texts: unknown): Promise<void> {
    const read = (css: string): string[] =>
      [...document.querySelectorAll<HTMLElement>(css)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.innerText.replace(/\s+/g, ' ').trim());
    await this.expect(`texts of ${selector}`, read, selector).toEqual(texts);
  }

  async expectText(selector: string, text: string): Promise<void> {
    await this.expectTexts(selector, expect.arrayContaining([expect.stringContaining(text)]));
  }

  /** An attribute of each element, in sight or not. */
  async expectAttributes(selector: string, name: string, values: unknown): Promise<void> {
    const read = ([css = '', attribute = '']: string[]): (string | null)[] =>
      [...document.querySelectorAll(css)].map((element) => element.getAttribute(attribute));
    await this.expect(`${name} of ${selector}`, read, [selector, name]).toEqual(values);
  }

  async expectValues(selector: string, values: string[]): Promise<void> {
    const read = (css: string): string[] =>
      [...document.querySelectorAll<HTMLInputElement>(css)].map(({ value }) => value);
    await this.expect(`values of ${selector}`, read, selector).toEqual(values);
  }

  async expectFocus(selector: string): Promise<void> {
    const read = (css: string): boolean => document.activeElement?.matches(css) ?? false;
    await this.expect(`focus on ${selector}`, read, selector).toBe(true);
  }

  /** The element is wholly on the screen, and nothing lies over it. */
  async expectInView(selector: string): Promise<void> {
    const read = (css: string): string => {
      const element = document.querySelector(css);
      if (!element) return 'not there';
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) return `from ${top} to ${bottom} px`;
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return element.contains(onTop) ? 'in view' : `covered by ${onTop?.outerHTML.slice(0, 80)}`;
    };
    await this.expect(`${selector} on the screen`, read, selector).toBe('in view');
  }

  /** The island around this part of the page answers by script. */
  async expectHydrated(selector: string): Promise<void> {
    await this.expectAttributes(`astro-island:has(${selector})`, 'ssr', [null]);
    await this.driver.evaluate(untilIdle, IDLE_AFTER_MS);
  }

  async expectAtTop(): Promise<void> {
    await this.expect('how far it is scrolled', () => Math.round(scrollY)).toBe(0);
  }
}

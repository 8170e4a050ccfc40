/** A visitor at a browser, as far as the automation of every engine can be one. */
import { expect } from '@playwright/test';

/** What an engine's automation has to do. A selector means its first element in sight. */
export interface Driver {
  open: (url: string) => Promise<unknown>;
  back: () => Promise<unknown>;
  reload: () => Promise<unknown>;
  /** Clicks the first element of this selector with this text in it. */
  click: (selector: string, text?: string) => Promise<void>;
  /** Types into an empty field. */
  type: (selector: string, text: string) => Promise<void>;
  press: (key: 'Tab' | 'Enter' | 'Escape') => Promise<void>;
  /** Runs a function in the page, with an argument and a result that JSON can hold. */
  evaluate: (run: (argument: never) => unknown, argument: unknown) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Playwright's own intervals grow to a second, for which each smooth scroll would hold the walk up. */
const POLL_MS = 100;

/** React draws and starts to listen in tasks of its own; an idle moment comes after them. */
const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // A page on which nothing moves has no idle moment to report; WebKit knows none.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 500 });
    else setTimeout(resolve);
  });

/** What a visitor does and sees; each expectation waits until it is met. */
export function visitorOf(driver: Driver, siteUrl: string) {
  /** Polls what a function returns that runs in the page. */
  const expectIn = (what: string, run: (argument: never) => unknown, argument: unknown = null) => {
    // On the way to the next page there is nothing to ask.
    const poll = () => driver.evaluate(run, argument).catch(String);
    return expect.poll(poll, { message: what, intervals: [POLL_MS] });
  };

  /** The texts of the elements in sight, spaces joined. */
  const expectTexts = async (selector: string, texts: unknown) => {
    const read = (css: string) =>
      [...document.querySelectorAll<HTMLElement>(css)]
        .filter((element) =>
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        )
        .map((element) => element.innerText.replace(/\s+/g, ' ').trim());
    await expectIn(`texts of ${selector}`, read, selector).toEqual(texts);
  };

  /** An attribute of each element, in sight or not. */
  const expectAttributes = async (selector: string, name: string, values: unknown) => {
    const read = ([css = '', attribute = '']: string[]) =>
      [...document.querySelectorAll(css)].map((element) => element.getAttribute(attribute));
    await expectIn(`${name} of ${selector}`, read, [selector, name]).toEqual(values);
  };

  return {
    ...driver,
    expectIn,
    expectTexts,
    expectAttributes,

    /** @param path on the site, with hash and search */
    open: (path: string) => driver.open(siteUrl + path),

    /** Where the visitor is: path, search and hash, decoded. */
    expectAt: async (path: string) => {
      const where = () => decodeURI(location.href.slice(location.origin.length));
      await expectIn('the URL', where).toBe(path);
    },

    expectAtTop: async () => {
      await expectIn('how far it is scrolled', () => Math.round(scrollY)).toBe(0);
    },

    expectText: async (selector: string, text: string) => {
      await expectTexts(selector, expect.arrayContaining([expect.stringContaining(text)]));
    },

    /** What is typed into the form's fields. */
    expectTyped: async (values: string[]) => {
      const read = () =>
        Array.from(document.querySelectorAll<HTMLInputElement>(':required'), ({ value }) => value);
      await expectIn('what is typed', read).toEqual(values);
    },

    expectFocus: async (selector: string) => {
      const read = (css: string) => document.activeElement?.matches(css);
      await expectIn(`focus on ${selector}`, read, selector).toBe(true);
    },

    /** The element is wholly on the screen, and nothing lies over it. */
    expectInView: async (selector: string) => {
      const read = (css: string): string => {
        const element = document.querySelector(css);
        if (!element) return 'not there';
        const { left, right, top, bottom } = element.getBoundingClientRect();
        if (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth) {
          return `from ${left}, ${top} to ${right}, ${bottom} px`;
        }
        const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return element.contains(onTop) ? 'in view' : `covered by ${onTop?.outerHTML.slice(0, 80)}`;
      };
      await expectIn(`${selector} on the screen`, read, selector).toBe('in view');
    },

    /** The island around this part of the page answers by script. */
    expectHydrated: async (selector: string) => {
      await expectAttributes(`astro-island:has(${selector})`, 'ssr', [null]);
      await driver.evaluate(untilIdle, null);
    },
  };
}

export type Visitor = ReturnType<typeof visitorOf>;

/** A visitor with a browser, limited to what every engine can automate. */
import { expect } from '@playwright/test';

/** Operations that each engine implements. A selector matches its first visible element. */
export interface Driver {
  open: (url: string) => Promise<unknown>;
  back: () => Promise<unknown>;
  reload: () => Promise<unknown>;
  /** Clicks the first visible element with this selector and text. */
  click: (selector: string, text?: string) => Promise<void>;
  /** Types into an empty field. */
  type: (selector: string, text: string) => Promise<void>;
  press: (key: 'Tab' | 'Enter' | 'Escape') => Promise<void>;
  /** Runs a function in the page, with a JSON-serialisable argument and result. */
  evaluate: (run: (argument: never) => unknown, argument: unknown) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Playwright's own intervals grow to a second, which would delay every smooth scroll. */
const POLL_MS = 100;

/** React renders and adds its listeners in later tasks; an idle period follows them. */
const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // A page without motion reports no idle period; WebKit has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 500 });
    else setTimeout(resolve);
  });

/** A visitor's actions and observations; each expectation polls until it holds. */
export function visitorOf(driver: Driver, siteUrl: string) {
  /** Polls the result of a function that runs in the page. */
  const expectIn = (what: string, run: (argument: never) => unknown, argument: unknown = null) => {
    // During navigation there is no page to query.
    const poll = () => driver.evaluate(run, argument).catch(String);
    return expect.poll(poll, { message: what, intervals: [POLL_MS] });
  };

  /** The texts of the visible elements, with whitespace collapsed. */
  const expectTexts = async (selector: string, texts: unknown) => {
    const read = (css: string) =>
      [...document.querySelectorAll<HTMLElement>(css)]
        .filter((element) =>
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        )
        .map((element) => element.innerText.replace(/\s+/g, ' ').trim());
    await expectIn(`texts of ${selector}`, read, selector).toEqual(texts);
  };

  /** An attribute of each element, visible or not. */
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

    /** @param path on the site, with query and hash */
    open: (path: string) => driver.open(siteUrl + path),

    /** The current path, query and hash, decoded. */
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

    /** The values of the form's fields. */
    expectTyped: async (values: string[]) => {
      const read = () =>
        Array.from(document.querySelectorAll<HTMLInputElement>(':required'), ({ value }) => value);
      await expectIn('what is typed', read).toEqual(values);
    },

    expectFocus: async (selector: string) => {
      const read = (css: string) => document.activeElement?.matches(css);
      await expectIn(`focus on ${selector}`, read, selector).toBe(true);
    },

    /** Expects the element to be fully on the screen with nothing over it. */
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

    /** Waits until the island around this selector has hydrated. */
    expectHydrated: async (selector: string) => {
      await expectAttributes(`astro-island:has(${selector})`, 'ssr', [null]);
      await driver.evaluate(untilIdle, null);
    },
  };
}

export type Visitor = ReturnType<typeof visitorOf>;

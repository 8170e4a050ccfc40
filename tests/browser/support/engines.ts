/** Drives each browser engine for the tests that visit the site in all of them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  expect,
  type Browser,
  type BrowserType,
  type LaunchOptions,
  type PlaywrightTestOptions,
} from '@playwright/test';
import { Builder, error, Key, type WebElement } from 'selenium-webdriver';

import { collectConsoleErrors } from './console-errors.ts';
import type { RecordedEndpoint } from './recorded-endpoint.ts';
import type { Driver } from './visitor.ts';

// The package only exports these paths for `require`.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof import('selenium-webdriver/remote');

/** WebKitGTK now and then hangs or crashes on start: starts it again. */
const START_ATTEMPTS = 3;
const START_DEADLINE_MS = 20_000;

/** Time for an element to become visible. */
const FIND_DEADLINE_MS = 15_000;

const GTK = join(import.meta.dirname, 'gtk');

/** Options of a visitor's device. */
export type Device = Pick<
  PlaywrightTestOptions,
  'viewport' | 'colorScheme' | 'javaScriptEnabled' | 'reducedMotion'
>;

export interface Engine {
  browserType: BrowserType;
  /** Starts the engine that this machine has for a browser's name. */
  options: LaunchOptions;
  shared: Browser | undefined;
}

async function untilStarted<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let attempt = 1; attempt < START_ATTEMPTS; attempt += 1) {
    try {
      return await start();
    } catch (reason) {
      console.warn(`A browser does not start, and is started again. ${String(reason)}`);
    }
  }
  return start();
}

/** In Mozilla's own Firefox, Playwright cannot emulate a device per page. */
const isMozillas = ({ channel }: LaunchOptions): boolean => channel === 'moz-firefox';

const isWebKitGtk = ({ executablePath }: LaunchOptions): boolean =>
  executablePath?.endsWith('/WebKitWebDriver') ?? false;

const launch = (browserType: BrowserType, options: LaunchOptions): Promise<Browser> =>
  untilStarted(() => browserType.launch({ ...options, timeout: START_DEADLINE_MS }));

/** Starts the browser that all visitors share, if the engine can emulate a device for each. */
export const launchShared = async (browserType: BrowserType, options: LaunchOptions) =>
  isMozillas(options) || isWebKitGtk(options) ? undefined : launch(browserType, options);

/** Mozilla's Firefox, with the visitor's device set for the whole browser. */
function launchFirefox(browserType: BrowserType, options: LaunchOptions, device: Device) {
  const firefoxUserPrefs = {
    // The tests' backend has no certificate: Firefox would ask before posting a form to it.
    'security.warn_submit_secure_to_insecure': false,
    'javascript.enabled': device.javaScriptEnabled,
    'layout.css.prefers-color-scheme.content-override': device.colorScheme === 'dark' ? 0 : 1,
  };
  return launch(browserType, { ...options, firefoxUserPrefs });
}

async function openByPlaywright(
  { browserType, options, shared }: Engine,
  device: Device,
  endpoint: RecordedEndpoint,
): Promise<Driver> {
  const { viewport, javaScriptEnabled } = device;
  const browser = shared ?? (await launchFirefox(browserType, options, device));
  const context = await browser.newContext(shared ? device : { viewport });
  const consoleErrors = await collectConsoleErrors(context, endpoint);
  const page = await context.newPage();
  return {
    open: (url) => page.goto(url),
    // `goBack` waits for a load event that a page from Firefox's cache never fires. The evaluation has to
    // end before the page is gone.
    back: () =>
      page.evaluate(() => {
        window.setTimeout(() => {
          history.back();
        });
      }),
    reload: () => page.reload(),
    click: (selector, text = '') => {
      const element = page.locator(selector).filter({ hasText: text, visible: true }).first();
      // Without script, a page never counts as stable in Playwright's Firefox, so it cannot click.
      return !shared && !javaScriptEnabled ? element.dispatchEvent('click') : element.click();
    },
    type: async (selector, text) => {
      await page.locator(selector).focus();
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    evaluate: (run, argument) => page.evaluate(run as (argument: unknown) => unknown, argument),
    close: async () => {
      await context.close();
      if (!shared) await browser.close();
      expect(consoleErrors, 'unexpected console errors').toEqual([]);
    },
  };
}

/** WebKitGTK, with the driver that Debian packages. */
async function openWebKitGtk(
  { executablePath = '', proxy }: LaunchOptions,
  { viewport, colorScheme, javaScriptEnabled }: Device,
): Promise<Driver> {
  const args = [
    '--automation',
    '--full-screen',
    `--enable-javascript=${javaScriptEnabled}`,
    // A proxy set as a capability crashes one start in ten (WebKitGTK 2.50).
    ...(proxy ? [`--proxy=${proxy.server}`, `--ignore-host=${proxy.bypass ?? ''}`] : []),
  ];
  const browserOptions = { binary: join(GTK, 'browser.sh'), args };
  const { driver, service } = await untilStarted(async () => {
    const service = new DriverService.Builder(executablePath)
      .setLoopback(true)
      .setEnvironment({
        ...process.env,
        GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
        XDG_CONFIG_HOME: GTK,
      })
      .build();
    try {
      const starting = new Builder()
        .usingServer(await service.start(START_DEADLINE_MS))
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': browserOptions,
        })
        .build();
      const deadline = setTimeout(START_DEADLINE_MS, undefined, { ref: false });
      const driver = await Promise.race([starting, deadline]);
      if (!driver) throw new Error('WebKit hangs at its start.');
      return { driver, service };
    } catch (reason) {
      await service.kill();
      throw reason;
    }
  });
  if (viewport) await driver.manage().window().setRect(viewport);

  /**
   * Waits for the first visible element with this selector and text, and scrolls it into view: the driver
   * clicks on an element's position even while the page is scrolling.
   */
  const find = (selector: string, text = ''): Promise<WebElement> => {
    const look = (css: string, words: string) => {
      const element = [...document.querySelectorAll<HTMLElement>(css)].find(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.innerText.includes(words),
      );
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      return element;
    };
    const found = () => driver.executeScript<WebElement | null>(look, selector, text);
    const missing = `There is no ${selector} with “${text}” in sight.`;
    return driver.wait(found, FIND_DEADLINE_MS, missing) as Promise<WebElement>;
  };
  const keys = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };
  return {
    open: (url) => driver.get(url),
    back: () => driver.navigate().back(),
    reload: () => driver.navigate().refresh(),
    // A page that still loads can move the element away between the two calls.
    click: async (selector, text) => {
      const click = () =>
        find(selector, text)
          .then((element) => element.click())
          .then(
            () => true,
            (reason: unknown) => {
              if (reason instanceof error.ElementNotInteractableError) return false;
              throw reason;
            },
          );
      await driver.wait(click, FIND_DEADLINE_MS);
    },
    type: async (selector, text) => (await find(selector)).sendKeys(text),
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    evaluate: (run, argument) => driver.executeScript(run, argument),
    close: async () => {
      await driver.quit();
      await service.kill();
    },
  };
}

/** Starts a session that shares nothing with earlier ones. */
export const openDriver = (
  engine: Engine,
  device: Device,
  endpoint: RecordedEndpoint,
): Promise<Driver> =>
  isWebKitGtk(engine.options)
    ? openWebKitGtk(engine.options, device)
    : openByPlaywright(engine, device, endpoint);

/** What drives the engine that a visitor walks through the site with. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserType, LaunchOptions, PlaywrightTestOptions } from '@playwright/test';
import { Builder, Key, type WebElement } from 'selenium-webdriver';
import { collectComplaints, expect } from './fixtures.ts';
import type { Driver } from './visitor.ts';

// The package names its parts for `require` alone.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof import('selenium-webdriver/remote');

const GTK = join(import.meta.dirname, 'gtk');

/** What a test says of the visitor's device. */
export type Device = Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled'>;

async function openByPlaywright(
  browserType: BrowserType,
  options: LaunchOptions,
  device: Device,
): Promise<Driver> {
  const { viewport, colorScheme, javaScriptEnabled } = device;
  // In the Firefox that Mozilla ships, Playwright cannot set a device for each page.
  const isMozillas = options.channel === 'moz-firefox';
  const firefoxUserPrefs = {
    // The tests' backend has no certificate: Firefox would ask before it posts a form there.
    'security.warn_submit_secure_to_insecure': false,
    'javascript.enabled': javaScriptEnabled,
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
  };
  const browser = await browserType.launch({ ...options, ...(isMozillas && { firefoxUserPrefs }) });
  const context = await browser.newContext(isMozillas ? { viewport } : device);
  const complaints = await collectComplaints(context);
  const page = await context.newPage();
  return {
    open: (url) => page.goto(url),
    // `goBack` waits for a load that a page out of Firefox's cache never has. The evaluation has to end
    // before the page goes.
    back: () =>
      page.evaluate(() => {
        setTimeout(() => {
          history.back();
        });
      }),
    reload: () => page.reload(),
    click: (selector, text = '') => {
      const element = page.locator(selector).filter({ hasText: text, visible: true }).first();
      // There, a page without script never stands still enough for Playwright to click on it.
      return isMozillas && !javaScriptEnabled ? element.dispatchEvent('click') : element.click();
    },
    type: async (selector, text) => {
      await page.locator(selector).focus();
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    evaluate: (run, argument) => page.evaluate(run as (argument: unknown) => unknown, argument),
    close: async () => {
      await browser.close();
      expect(complaints, 'complaints in the browser').toEqual([]);
    },
  };
}

/** WebKitGTK, which Debian ships with a driver of its own. */
async function openWebKitGtk(
  { executablePath = '', proxy }: LaunchOptions,
  { viewport, colorScheme, javaScriptEnabled }: Device,
): Promise<Driver> {
  const service = new DriverService.Builder(executablePath)
    .setLoopback(true)
    .setEnvironment({
      ...process.env,
      GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      XDG_CONFIG_HOME: GTK,
    })
    .build();
  const args = [
    '--automation',
    '--full-screen',
    `--enable-javascript=${javaScriptEnabled}`,
    // As a capability, a proxy makes one start in ten crash (WebKitGTK 2.50).
    ...(proxy ? [`--proxy=${proxy.server}`, `--ignore-host=${proxy.bypass ?? ''}`] : []),
  ];
  const browserOptions = { binary: join(GTK, 'browser.sh'), args };
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions })
    .build();
  if (viewport) await driver.manage().window().setRect(viewport);

  /**
   * Finds the first element in sight of this selector with this text, and puts it on the screen: the
   * driver clicks where an element is while the page still scrolls smoothly.
   */
  const find = async (selector: string, text = ''): Promise<WebElement> => {
    const look = (css: string, words: string) => {
      const element = [...document.querySelectorAll<HTMLElement>(css)].find(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.innerText.includes(words),
      );
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      return element;
    };
    const element = await driver.executeScript<WebElement | null>(look, selector, text);
    if (element) return element;
    throw new Error(`There is no ${selector} with “${text}” in sight.`);
  };
  const keys = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };
  return {
    open: (url) => driver.get(url),
    back: () => driver.navigate().back(),
    reload: () => driver.navigate().refresh(),
    click: async (selector, text) => (await find(selector, text)).click(),
    type: async (selector, text) => (await find(selector)).sendKeys(text),
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    evaluate: (run, argument) => driver.executeScript(run, argument),
    close: async () => {
      await driver.quit();
      await service.kill();
    },
  };
}

/**
 * Starts a visitor's session, which shares nothing with those before it.
 *
 * @param options what starts the engine that this machine has for a browser's name
 */
export const openDriver = (browserType: BrowserType, options: LaunchOptions, device: Device) =>
  options.executablePath?.endsWith('/WebKitWebDriver')
    ? openWebKitGtk(options, device)
    : openByPlaywright(browserType, options, device);

/** What drives the engine that a visitor walks through the site with. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
  Browser,
  BrowserContextOptions,
  BrowserType,
  LaunchOptions,
  PlaywrightTestOptions,
} from '@playwright/test';
import { Builder, By, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { collectComplaints, expect } from './fixtures.ts';
import type { Driver } from './visitor.ts';

// The package names its parts for `require` alone.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof import('selenium-webdriver/remote');

const GTK = join(import.meta.dirname, 'gtk');

/** What a test says of the visitor's device. */
type Device = Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled'>;

interface Session {
  driver: Driver;
  close: () => Promise<void>;
}

interface Engine {
  /** Starts a visitor's session, which shares nothing with those before it. */
  open: (device: Device) => Promise<Session>;
  close: () => Promise<void>;
}

/** @param canPoint whether Playwright finds where to click */
async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
  canPoint = true,
): Promise<Session> {
  const context = await browser.newContext(options);
  const complaints = await collectComplaints(context);
  const page = await context.newPage();
  return {
    driver: {
      open: async (url) => {
        await page.goto(url);
      },
      back: async () => {
        await page.goBack();
      },
      reload: async () => {
        await page.reload();
      },
      click: (selector, text = '') => {
        const element = page.locator(selector).filter({ hasText: text, visible: true }).first();
        return canPoint ? element.click() : element.dispatchEvent('click');
      },
      type: async (selector, text) => {
        await page.locator(selector).focus();
        await page.keyboard.type(text);
      },
      press: (key) => page.keyboard.press(key),
      evaluate: (run, argument) => page.evaluate(run as (argument: unknown) => unknown, argument),
    },
    close: async () => {
      await context.close();
      expect(complaints, 'complaints in the browser').toEqual([]);
    },
  };
}

/** The Firefox that Mozilla ships: there, Playwright cannot set a device for each page. */
async function openMozillasFirefox(
  browserType: BrowserType,
  options: LaunchOptions,
  { viewport, colorScheme, javaScriptEnabled }: Device,
): Promise<Session> {
  const firefoxUserPrefs = {
    // The tests' backend has no certificate: Firefox would ask before it posts a form there.
    'security.warn_submit_secure_to_insecure': false,
    'javascript.enabled': javaScriptEnabled,
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
  };
  const browser = await browserType.launch({ ...options, firefoxUserPrefs });
  // A page without script never stands still enough for Playwright to click on it.
  const { driver, close } = await openContext(browser, { viewport }, javaScriptEnabled);
  return { driver, close: () => close().finally(() => browser.close()) };
}

/** WebKitGTK, which Debian ships with a driver of its own. */
async function openWebKitGtk(
  { executablePath = '', proxy }: LaunchOptions,
  { viewport, colorScheme, javaScriptEnabled }: Device,
): Promise<Session> {
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
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: join(GTK, 'browser.sh'), args },
      }),
    )
    .build();
  if (viewport) await driver.manage().window().setRect(viewport);

  /** The first in sight of the elements of this selector with this text. */
  const find = async (selector: string, text = ''): Promise<WebElement> => {
    for (const element of await driver.findElements(By.css(selector))) {
      if ((await element.isDisplayed()) && (await element.getText()).includes(text)) return element;
    }
    throw new Error(`There is no ${selector} with “${text}” in sight.`);
  };
  const keys = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };
  return {
    driver: {
      open: (url) => driver.get(url),
      back: () => driver.navigate().back(),
      reload: () => driver.navigate().refresh(),
      click: async (selector, text) => {
        const element = await find(selector, text);
        // The driver clicks where the element is while the page still scrolls smoothly.
        await driver.executeScript((one: Element) => {
          one.scrollIntoView({ block: 'center', behavior: 'instant' });
        }, element);
        await element.click();
      },
      type: async (selector, text) => {
        await (await find(selector)).sendKeys(text);
      },
      press: (key) => driver.actions().sendKeys(keys[key]).perform(),
      evaluate: (run, argument) => driver.executeScript(run, argument),
    },
    close: async () => {
      await driver.quit();
      await service.kill();
    },
  };
}

/** The engine that a machine has for a browser's name: see `launchOptions`. */
export function engineOf(browserType: BrowserType, options: LaunchOptions): Engine {
  // Playwright's own browsers, and Chromium: one takes every device.
  let browser: Browser | undefined;
  return {
    open: async (device) => {
      if (options.executablePath?.endsWith('/WebKitWebDriver')) {
        return openWebKitGtk(options, device);
      }
      if (options.channel === 'moz-firefox') {
        return openMozillasFirefox(browserType, options, device);
      }
      browser ??= await browserType.launch(options);
      return openContext(browser, device);
    },
    close: async () => browser?.close(),
  };
}

/** What drives the engine that a visitor walks through the site with. */
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserType, LaunchOptions, PlaywrightTestOptions } from '@playwright/test';
import { Builder, By, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { collectComplaints, expect } from './fixtures.ts';
import type { Driver } from './visitor.ts';

// The package names its parts for `require` alone.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof import('selenium-webdriver/remote');

/** What a test says of the visitor's device. */
export type Device = Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled'>;

interface Session {
  driver: Driver;
  close: () => Promise<void>;
}

/** Chromium, Playwright's own Firefox and WebKit, and the Firefox that Mozilla ships. */
async function openWithPlaywright(
  browserType: BrowserType,
  options: LaunchOptions,
  device: Device,
): Promise<Session> {
  const { viewport, colorScheme, javaScriptEnabled } = device;
  const isMozillas = options.channel === 'moz-firefox';
  // Playwright sets a device for each page, but not in the Firefox that Mozilla ships.
  const firefoxUserPrefs = {
    'javascript.enabled': javaScriptEnabled,
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
  };
  const browser = await browserType.launch({ ...options, ...(isMozillas && { firefoxUserPrefs }) });
  const context = await browser.newContext(isMozillas ? { viewport } : device);
  const complaints = await collectComplaints(context);
  const page = await context.newPage();
  // There, a page without script never stands still enough for Playwright to click on it.
  const canPoint = !isMozillas || javaScriptEnabled;
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
      await browser.close();
      expect(complaints, 'complaints in the browser').toEqual([]);
    },
  };
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
      XDG_CONFIG_HOME: join(import.meta.dirname, 'gtk'),
    })
    .build();
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
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
        'webkitgtk:browserOptions': { binary, args },
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

/** Opens the engine that a machine has for a browser's name: see `launchOptions`. */
export function openEngine(
  browserType: BrowserType,
  options: LaunchOptions,
  device: Device,
): Promise<Session> {
  return options.executablePath?.endsWith('/WebKitWebDriver')
    ? openWebKitGtk(options, device)
    : openWithPlaywright(browserType, options, device);
}

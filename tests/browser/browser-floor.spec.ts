/** A browser as old as src/browser-floor.ts allows; older ones: arrival.spec.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { ISLAND_TARGETS } from '../../src/browser-floor.ts';
import { expect, test } from './support/fixtures.ts';
import { newerApis, removeApis } from './support/newer-apis.ts';
import { untilHydrated } from './support/page.ts';

const ASSETS = join(TEST_BUILDS.configured.folder, '_astro');

test('what is newer than the floor is known, methods included', () => {
  const method = ['AbortSignal', 'throwIfAborted'];
  expect(newerApis(['signal.throwIfAborted()'], ['chrome99'])).toContainEqual(method);
  expect(newerApis(['signal.throwIfAborted()'], ['chrome100'])).not.toContainEqual(method);
});

test('the floor is where structuredClone came in', () => {
  const script = ['structuredClone(1)'];
  expect(newerApis(script, ISLAND_TARGETS)).toEqual([]);
  for (const below of ['chrome97', 'firefox93', 'safari15.3']) {
    expect(newerApis(script, [below])).toEqual([['structuredClone']]);
  }
});

test('a browser that has nothing newer than the floor sends a message by the client', async ({
  page,
  endpoint,
  contact,
}) => {
  const names = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const scripts = names.map((name) => readFileSync(join(ASSETS, name), 'utf8'));
  await page.addInitScript(removeApis, newerApis(scripts, ISLAND_TARGETS));
  await contact.open('/#contato');
  await untilHydrated(page.getByRole('navigation'));
  await contact.send();
  await expect(contact.toast).toContainText('Mensagem Enviada!');
  expect(endpoint.requests).toHaveLength(1);
  expect(endpoint.requests[0]?.headers).toHaveProperty('x-client-info');
});

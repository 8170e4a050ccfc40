import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { islands } from './index.ts';
import { islandRuntime } from './island-runtime.ts';

test('a build stops over an Astro that imports its runtime from another module', async () => {
  const written = islandRuntime('/_astro', ['chrome61']).write(pathToFileURL('unused/'));
  await expect(written).rejects.toThrow('packages/islands/island-runtime.ts');
});

test('a developer who forgets the browsers is told which option is missing', () => {
  // @ts-expect-error: so is JavaScript, such as astro.config.mjs
  expect(() => islands({})).toThrow(/packages\/islands: [^]*at targets/);
});

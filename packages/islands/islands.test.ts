import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { islandRuntime } from './island-runtime.ts';

test('a build stops over an Astro that imports its runtime from another module', async () => {
  const written = islandRuntime('/_astro', ['chrome61']).write(pathToFileURL('unused/'));
  await expect(written).rejects.toThrow('packages/islands/island-runtime.ts');
});

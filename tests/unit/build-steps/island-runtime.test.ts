import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import { expect, test } from 'vitest';
import { islandRuntime } from '../../../src/build-steps/island-runtime.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'islands-'));
const asUrl = (path: string): URL => pathToFileURL(`${path}/`);

const MODULE = fileURLToPath(import.meta.resolve('astro/runtime/server/astro-island.prebuilt.js'));

test("a page carries a short script that knows where Astro's runtime is", async () => {
  const steps = islandRuntime('/site/_astro');
  expect(steps.plugin.load(MODULE)).toBe(`export default ${JSON.stringify(steps.loader)}`);

  const assets = folder();
  await steps.write(asUrl(assets));
  const [name = ''] = readdirSync(assets);
  expect(readFileSync(join(assets, name), 'utf8')).toBe(runtime);
  expect(steps.loader).toContain(`import("/site/_astro/${name}")`);
  expect(steps.loader.length).toBeLessThan(runtime.length / 4);
});

test('a build stops over an Astro that takes its runtime from elsewhere', async () => {
  await expect(islandRuntime('/_astro').write(asUrl(folder()))).rejects.toThrow(
    'src/build-steps/island-runtime.ts',
  );
});

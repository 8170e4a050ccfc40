import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { brandFiles } from '../../scripts/brand/files.ts';
import { ICO_HEADER_BYTES } from '../../scripts/brand/icons.ts';

/** Processors round a picture's edges differently. */
const MAX_ROUNDING = 8;

/** The largest difference of a colour between two icons of the same size. */
async function difference(path: string, ...files: Buffer[]): Promise<number> {
  const header = path.endsWith('.ico') ? ICO_HEADER_BYTES : 0;
  const [a, b] = await Promise.all(
    files.map((file) => sharp(file.subarray(header)).removeAlpha().raw().toBuffer()),
  );
  expect(a?.length).toBe(b?.length);
  return Math.max(...(a ?? []).map((value, index) => Math.abs(value - (b?.[index] ?? 0))));
}

test('typeface, icons and the function’s colours match src/brand: `npm run brand`', async () => {
  for (const [path, content] of await brandFiles()) {
    const [committed, generated] = [readFileSync(path), Buffer.from(content)];
    if (/\.(?:ico|png)$/.test(path)) {
      expect(await difference(path, committed, generated), path).toBeLessThan(MAX_ROUNDING);
    } else expect(committed.equals(generated), path).toBe(true);
  }
});

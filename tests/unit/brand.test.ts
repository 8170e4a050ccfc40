import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandFiles } from '../../scripts/brand/files.ts';

test('typeface, fallback fonts and the function’s colours match src/brand: `npm run brand`', async () => {
  for (const [path, content] of await brandFiles()) {
    expect(readFileSync(path).equals(Buffer.from(content)), path).toBe(true);
  }
});

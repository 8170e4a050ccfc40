import { globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readCompany } from '../../local/company.ts';
import { displayFace } from '../../scripts/brand/face.ts';
import { brandFiles } from '../../scripts/brand/files.ts';
import { ICO_HEADER_BYTES } from '../../scripts/brand/icons.ts';
import { BRAND } from '../../src/brand/brand.ts';
import { readTokens } from '../../src/lib/tokens.ts';

const generated = await brandFiles();

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

test('typeface and icons match src/brand: `npm run brand`', async () => {
  for (const [path, content] of generated) {
    const [committed, made] = [readFileSync(path), Buffer.from(content)];
    if (/\.(?:ico|png)$/.test(path)) {
      expect(await difference(path, committed, made), path).toBeLessThan(MAX_ROUNDING);
    } else expect(committed.equals(made), path).toBe(true);
  }
});

test('the company’s facts, colours, typeface and mark stand only in src/content, src/brand and what is generated from them', () => {
  const { name, email, toEmail, fromEmail, phones, address } = readCompany('src/content');
  const { light, dark } = readTokens(readFileSync('src/brand/tokens.css', 'utf8'));
  const colors = [...light.values(), ...dark.values()].filter((value) => value.startsWith('#'));
  const [face = ''] = BRAND.face.package.split('/').slice(-1);
  const mark = readFileSync('src/brand/mark.svg', 'utf8');
  const own = [
    ...[name, email, toEmail, fromEmail, address.street, ...phones.map(({ number }) => number)],
    // White, black and their like are nobody's own.
    ...colors.filter((color) => new Set(color.slice(1)).size > 1),
    ...[face, face.replaceAll('-', ' ')],
    ...Array.from(mark.matchAll(/ d="([^"]+)"/g), ([, path = '']) => path),
  ];
  const files = globSync('{src,supabase,packages,local}/**/*.{ts,tsx,astro,css,mjs,json}')
    // src/schemas/examples.json lists what is the example’s, to refuse it; tests save it.
    .filter(
      (file) => !/^src\/(?:brand|content|schemas\/examples)\b|\.test\.ts$|\/tests\//.test(file),
    )
    .filter((file) => !generated.has(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').toLowerCase();
    return own.filter((fact) => text.includes(fact.toLowerCase())).map((fact) => [file, fact]);
  });
  expect(found).toEqual([]);
});

test('whoever sets headings in a weight that the face was not asked for reads which two files to match', async () => {
  const headings = 'h1 { font-weight: 900; }';
  await expect(displayFace(BRAND.face, headings)).rejects.toThrow(
    /headings\.css .* 900, .*brand\.ts/,
  );
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { attributeOf, textOf } from '../../src/lib/html.ts';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { builtPages } from './support/pages.ts';

interface Graph {
  '@context': string;
  '@graph': Record<string, unknown>[];
}

const DATA = new Map(
  builtPages(TEST_BUILDS.configured.folder).map(({ file, elements }) => [
    file,
    elements
      .filter((element) => attributeOf(element, 'type') === 'application/ld+json')
      .map((element) => JSON.parse(textOf(element)) as Graph),
  ]),
);

const COMPILE_TIMEOUT_MS = 60_000;

/**
 * What schema.org's vocabulary has against pieces of structured data: the compiler checks them
 * against the types that schema-dts generates from the vocabulary.
 *
 * @param things lists of things by a name of one's choice
 * @returns objections by that name
 */
function objections(things: Record<string, unknown[]>): Record<string, string[]> {
  // Inside the project, so that the compiler finds schema-dts.
  const folder = mkdtempSync(join('.local', 'structured-data-'));
  try {
    const files = Object.entries(things).map(([name, list]) => {
      const file = join(folder, `${name}.ts`);
      const values = list.map((thing) => JSON.stringify(thing)).join(',\n');
      const type = "import type { Thing } from 'schema-dts';";
      writeFileSync(file, `${type}\nexport const things: Thing[] = [\n${values}\n];\n`);
      return [name, file] as const;
    });
    const program = ts.createProgram(
      files.map(([, file]) => file),
      {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
      },
    );
    return Object.fromEntries(
      files.map(([name, file]) => [
        name,
        ts
          .getPreEmitDiagnostics(program, program.getSourceFile(file))
          .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test(
  'schema.org knows every word of what the pages tell search engines',
  { timeout: COMPILE_TIMEOUT_MS },
  () => {
    const built = Array.from(DATA.values())
      .flat()
      .flatMap((graph) => graph['@graph']);
    expect(built.length).toBeGreaterThan(4);
    const found = objections({
      built,
      misspelt: [{ '@type': 'LocalBusiness', telefone: '+5549900000000' }],
      unknown: [{ '@type': 'LojaLocal', name: 'Araucária' }],
    });
    expect(found['built']).toEqual([]);
    // The check does find what is wrong.
    expect(found['misspelt']?.join()).toContain('telefone');
    expect(found['unknown']?.join()).toContain('LojaLocal');
  },
);

test('the home page tells who the company is, how to reach it and what it offers', () => {
  const [company] = DATA.get('index.html')?.[0]?.['@graph'] ?? [];
  expect(company).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Araucária Digital',
    telephone: ['+5549900000000', '+554930000000'],
    address: { '@type': 'PostalAddress', addressLocality: 'Lages', addressCountry: 'BR' },
    areaServed: 'Santa Catarina',
  });
  expect(company?.['makesOffer']).toHaveLength(6);
});

test.each(['tecnologia', 'midia-social'])(
  'the page of the plan %s names it, who offers it and the way to it',
  (id) => {
    const [plan, way] = DATA.get(`planos/${id}.html`)?.[0]?.['@graph'] ?? [];
    const address = `${TEST_BUILDS.configured.environment.SITE_URL}/planos/${id}`;
    expect(plan).toMatchObject({ '@type': 'Service', url: address });
    // Complete on this page; by its name, the company that the home page describes.
    const [company] = DATA.get('index.html')?.[0]?.['@graph'] ?? [];
    expect(plan?.['provider']).toEqual({
      '@type': 'Organization',
      '@id': company?.['@id'],
      name: 'Araucária Digital',
      url: `${TEST_BUILDS.configured.environment.SITE_URL}/`,
    });
    const steps = way?.['itemListElement'] as { position: number; item: string }[];
    expect(steps.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(steps.at(-1)?.item).toBe(address);
  },
);

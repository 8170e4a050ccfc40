import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { defineConfig } from 'eslint/config';
import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Forbids paths out of a package, whose folder is `depth` folders up, and the project's packages that are not listed. */
function border(files, listed, depth) {
  const names = listed.map((name) => name.replace('@site/', '')).join('|');
  const regex = `^(?:\\.\\./){${depth + 1}}|^@site/(?!(?:${names})(?:/|$))`;
  const message =
    'A package imports its own files, and others by name if its package.json lists them.';
  // Of imports, exports, `import()` and types, in quotes or backticks.
  const value = `value=/${regex.replaceAll('/', '\\/')}/`;
  const selector = `.source[${value}], .source > TemplateElement[${value.replace('=', '.raw=')}]`;
  return { files, rules: { 'no-restricted-syntax': ['error', { selector, message }] } };
}

export default defineConfig(
  // The function runs on Deno: `deno lint` covers it.
  { ignores: ['dist/', '.astro/', '.local/', 'test-results/', 'supabase/'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // TypeScript's own noPropertyAccessFromIndexSignature asks for the opposite.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['**/*.tsx'],
    extends: [jsxA11y.configs.strict, reactHooks.configs.flat.recommended],
  },
  {
    files: ['**/*.{ts,tsx,astro,mjs}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^\\.\\.?/.*supabase/', message: 'Import it by name: @site/supabase/…' },
          ],
        },
      ],
    },
  },
  // A package receives the site as options. It imports its own files, and others by name if its package.json
  // lists them: npm would resolve any. Tests may also use `@site/test-support`.
  ...globSync('packages/*/package.json').flatMap((manifest) => {
    const folder = dirname(manifest);
    const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
    const own = Object.keys({ ...dependencies });
    const inTests = [...own, ...Object.keys({ ...devDependencies })];
    return ['', '*/', '*/*/'].flatMap((subfolder, depth) => [
      border([`${folder}/${subfolder}*.{ts,tsx,astro}`], own, depth),
      border([`${folder}/${subfolder}*.{test,spec}.ts`, `${folder}/tests/*.ts`], inTests, depth),
    ]);
  }),
  // What knows the inside of the editor's library stands in one folder. Nothing else looks into its page.
  {
    files: ['packages/editor/{,preview/}*.{ts,astro}'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', 'open', 'openForm', 'isOverwriting'],
      'no-restricted-properties': [
        'error',
        { object: 'document', allowProperties: ['body', 'createElement', 'getElementById'] },
        { object: 'globalThis', allowProperties: [] },
        { object: 'window', property: 'open' },
      ],
    },
  },
  ...astro.configs.recommended,
  ...astro.configs['jsx-a11y-strict'],
);

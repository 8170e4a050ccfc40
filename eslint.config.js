import { defineConfig } from 'eslint/config';
import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

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
  // Integrations receive the site as options: each can be lifted out, or deleted with its line in astro.config.mjs.
  ...[
    ['{islands,pages}', 'src|local|scripts|content|content-check|editor|islands|pages'],
    ['content', 'src|local|scripts|content-check|editor|islands|pages'],
    ['content-check', 'src|local|scripts|editor|islands|pages'],
    ['editor', 'src|local|scripts|content-check|islands|pages'],
  ].map(([folder, foreign]) => ({
    files: [`integrations/${folder}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(?:\\.\\./)+(?:${foreign})/`,
              message:
                'An integration knows nothing of the site, nor of the others; check and editor read by `content`.',
            },
          ],
        },
      ],
    },
  })),
  ...astro.configs.recommended,
  ...astro.configs['jsx-a11y-strict'],
);

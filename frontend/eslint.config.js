import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { exactValues } from './eslint-rules/exact-values.js';
import { layers } from './eslint-rules/layers.js';
import { scopedStyles } from './eslint-rules/scoped-styles.js';

export default tseslint.config(
  {
    ignores: ['dist', 'src/api/contract/generated*.ts', 'playwright-report', 'test-results'],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.node.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // `${price}` and `${quantity}` read well; the rule is meant for objects printed by accident.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat['recommended-latest']],
    plugins: {
      shop: { rules: { 'exact-values': exactValues, layers, 'scoped-styles': scopedStyles } },
    },
    rules: {
      'shop/exact-values': 'error',
      'shop/layers': 'error',
      'shop/scoped-styles': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router-dom',
              importNames: ['Link', 'NavLink'],
              message: 'Use ui/controls/link, which is 3 kB smaller.',
            },
          ],
        },
      ],
      // Browsers drop a table's semantics when its `display` changes, as it does on phones.
      'jsx-a11y/no-redundant-roles': ['error', { thead: ['rowgroup'], tbody: ['rowgroup'] }],
      'jsx-a11y/no-interactive-element-to-noninteractive-role': ['error', { td: ['cell'] }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        console: 'readonly',
        fetch: 'readonly',
        process: 'readonly',
        module: 'writable',
        URL: 'readonly',
      },
    },
  },
  {
    // Runs in the browser without a build step.
    files: ['e2e/support/gapi.js'],
    languageOptions: {
      globals: {
        clearInterval: 'readonly',
        document: 'readonly',
        setInterval: 'readonly',
        setTimeout: 'readonly',
        window: 'readonly',
      },
    },
  },
);

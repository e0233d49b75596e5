import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RuleTester } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { scopedStyles, unscoped } from './scoped-styles.js';

describe('a selector of the feature "numbers"', () => {
  it.each([
    // As it was in numbers.css, where it affected the columns of every table.
    '.number { display: grid }',
    '.number h2 {}',
    '.numbersome {}',
    'h2 {}',
    '* {}',
    '} .numbers-sum > 1 {}',
    ':root { --page: 1rem }',
    '.numbers-sum, .number {}',
    ':is(.numbers-sum, .number) b {}',
    ':not(.numbers-sum) {}',
    '.card:not(.numbers-sum) {}',
    '@media print { .number {} }',
    '@layer components { @media print { .number {} } }',
    '@keyframes drain { to { scale: 0 } }',
    '@font-face { font-family: x; src: url(x.woff2) }',
    "@import './number.css';",
    '@property --angle { syntax: "*"; inherits: false }',
  ])('may not be %s', (css) => {
    expect(unscoped(css, 'numbers')).toHaveLength(1);
  });

  it.each([
    '.numbers-sum { display: grid }',
    '.numbers h2 {}',
    '.numbers-table :is(th, td):last-child {}',
    'tr:has(.numbers-sum) > * {}',
    ':is(.numbers-sum, .numbers-before) b {}',
    '.numbers-sum { .number { color: red } & + b { color: red } }',
    '@media print { .numbers-sum {} }',
    '@keyframes numbers-drain { to { scale: 0 } }',
    '@property --numbers-angle { syntax: "*"; inherits: false }',
    '/* .number {} */',
  ])('may be %s', (css) => {
    expect(unscoped(css, 'numbers')).toEqual([]);
  });

  it('is named with its line', () => {
    const css = '.numbers-sum {\n}\n.number {\n}\n@media print {\n  .number b {}\n}\n';
    expect(unscoped(css, 'numbers')).toEqual(['3: .number', '6: .number b']);
  });
});

const shop = mkdtempSync(join(tmpdir(), 'autoparts-styles-'));
const numbers = join(shop, 'src/features/numbers');
mkdirSync(numbers, { recursive: true });
writeFileSync(join(numbers, 'numbers.css'), '.numbers-sum {}\n');
writeFileSync(join(numbers, 'leaking.css'), '.number {}\n');
afterAll(() => {
  rmSync(shop, { recursive: true });
});

RuleTester.describe = describe;
RuleTester.it = it;

const at = (filename, code) => ({ filename: join(shop, 'src', filename), code });
const page = 'features/numbers/numbers-page.jsx';
const tester = new RuleTester({
  languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
});
tester.run('scoped-styles', scopedStyles, {
  valid: [
    at(page, "import './numbers.css'"),
    at(page, "import 'react-toastify/ReactToastify.css'"),
    at(page, '<p className="numbers-sum number" />'),
    at('features/orders/orders.jsx', '<p className="number numbers order-numbers" />'),
  ],
  invalid: [
    {
      ...at(page, "import './leaking.css'"),
      errors: [{ messageId: 'unscoped', data: { at: '1: .number', feature: 'numbers' } }],
    },
    { ...at(page, "import('./leaking.css')"), errors: [{ messageId: 'unscoped' }] },
    {
      ...at('features/orders/orders.jsx', '<p className="card numbers-sum" />'),
      errors: [{ messageId: 'borrowed', data: { name: 'numbers-sum', feature: 'numbers' } }],
    },
    {
      ...at('ui/data/sum.jsx', '<p className={big ? `${look} numbers-sum` : look} />'),
      errors: [{ messageId: 'borrowed' }],
    },
  ],
});

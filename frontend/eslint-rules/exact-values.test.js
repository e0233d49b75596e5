import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, it } from 'vitest';
import { exactValues } from './exact-values.js';

RuleTester.describe = describe;
RuleTester.it = it;

const root = new URL('..', import.meta.url).pathname;
const tester = new RuleTester({
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: {
      projectService: { allowDefaultProject: ['*.tsx', '*/*/*/*.tsx'] },
      tsconfigRootDir: root,
    },
  },
});

const within = (code, filename = 'shown.tsx') => ({
  filename: `${root}${filename}`,
  code: `
    declare const count: number;
    declare const maybe: number | undefined;
    declare const words: string;
    declare const order: { number?: string };
    declare function formatDollars(dollars: number): string;
    declare function countThings(count: number, more: boolean, one: string, many: string): string;
    ${code}`,
});
const refused = (code, component) => ({
  ...within(code),
  errors: [{ messageId: 'plain', data: { component } }],
});

tester.run('exact-values', exactValues, {
  valid: [
    within('<p><Money dollars={count} /></p>'),
    within('<p>{words}</p>'),
    within('<p>{count > 0 && words}</p>'),
    within('<p title={`${count} pieces`} />'),
    within('<title>{`${count} pieces`}</title>'),
    within('<b translate="no">{count}</b>'),
    within('[{ cell: () => words }]'),
    within('<p>{count}</p>', 'src/ui/data/exact.tsx'),
  ],
  invalid: [
    refused('<p>{count} pieces</p>', 'Exact'),
    refused('<>{maybe}</>', 'Exact'),
    refused('<p>{count > 0 && count}</p>', 'Exact'),
    refused('<p>{`${count} pieces`}</p>', 'Exact'),
    refused('<p>{count > 0 ? `(${count})` : words}</p>', 'Exact'),
    refused('<b>{formatDollars(count)}</b>', 'Money'),
    refused("<b>{countThings(count, false, 'part', 'parts')}</b>", 'Things'),
    refused('<b>{order.number}</b>', 'Exact'),
    refused('<b>{order.number ?? words}</b>', 'Exact'),
    refused('[{ cell: () => formatDollars(count) }]', 'Money'),
  ],
});

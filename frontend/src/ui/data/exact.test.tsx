import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Count, Exact, Money, Parts, Things } from './exact';

vi.unmock('./untranslated');

it.each([
  [<Money key="" dollars={1234.5} />, '$1,234.50', '1234.5'],
  [<Money key="" dollars={-3} />, '−$3', '-3'],
  [<Count key="" of={12345} />, '12,345', '12345'],
  [<Count key="" of={1000} more />, '1,000+', '1000'],
  [<Exact key="" value={2018} />, '2018', '2018'],
  [<Exact key="" value="AP-7KQD-M2XW" />, 'AP-7KQD-M2XW', 'AP-7KQD-M2XW'],
])('a value is in an element that translators skip: %#', (shown, text, value) => {
  const { container } = render(shown);
  expect(container.innerHTML).toBe(`<data value="${value}" translate="no">${text}</data>`);
});

it.each([
  [<Parts key="" of={1} />, '1 part'],
  [<Parts key="" of={2} />, '2 parts'],
  [<Things key="" of={1} more one="order" many="orders" />, '1+ orders'],
])('the word next to it is translated: %#', (shown, text) => {
  const { container } = render(shown);
  expect(container).toHaveTextContent(text);
  expect(container.querySelector('[translate="no"]')).toHaveTextContent(/^[\d+]+$/);
});

import { expect, it } from 'vitest';
import { anOrder, aQuote, aQuotedLine } from '../testing/fixtures';
import { amountsOfOrder, amountsOfQuote } from './amounts';

it('the amounts of an order without charges are its parts only', () => {
  expect(amountsOfOrder(anOrder())).toEqual({ goods: 385 });
});

it('the amounts of an order are summed over its lines, to the cent', () => {
  const line = { part: 'p', product: 'Caliper', quantity: 2, unitPrice: 92 };
  const order = anOrder({
    lines: [
      { ...line, core: 30, discount: 33.34, tax: 8.29 },
      { ...line, part: 'q', discount: 16.66, tax: 0.1 },
    ],
    shipping: 18.4,
    shippingMethod: 'Ground',
    shippingTax: 0.2,
  });
  expect(amountsOfOrder(order)).toEqual({
    goods: 368,
    cores: 60,
    discount: 50,
    shipping: { name: 'Ground', price: 18.4 },
    tax: 8.59,
  });
});

it('the amounts of a quote name the included shipping method', () => {
  const ground = { method: 'm-1', name: 'Ground', price: 0, daysFrom: 2, daysTo: 4 };
  const quote = {
    ...aQuote(aQuotedLine()),
    shipping: 0,
    shippingMethod: 'm-1',
    shippingOptions: [ground],
  };
  expect(amountsOfQuote(quote)).toEqual({ goods: 385, shipping: { name: 'Ground', price: 0 } });
  expect(amountsOfQuote(aQuote(aQuotedLine()))).toEqual({ goods: 385 });
});

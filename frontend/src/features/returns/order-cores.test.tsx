import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import type { CoreClaim } from '../../api/contract/generated-types';
import { aCoreClaim, anOrder, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { OrderCores } from './order-cores';

const [line] = anOrder().lines;
const shipped = anOrder({
  status: 'shipped',
  paid: true,
  lines: line === undefined ? [] : [{ ...line, core: 15 }],
});

const render = (page: ReactElement) => {
  renderScreen(page, { path: '/order', at: '/order', person: marta });
};

function show(claims: CoreClaim[], { isOwn = true, order = shipped } = {}) {
  const calls = serve(() => json(claims));
  render(<OrderCores order={order} isOwn={isOwn} />);
  return calls;
}

it('says until when to send which old part, and what became of the others', async () => {
  show([
    aCoreClaim({ owed: 2, received: 1, accepted: 3, refused: 1, reason: 'Cracked housing' }),
    aCoreClaim({ _id: 'order-1/2', product: 'Starter', owed: 0, expired: 1 }),
    aCoreClaim({ _id: 'order-1/3', product: 'Battery', owed: 0, closed: 2 }),
  ]);
  const section = within(await screen.findByRole('region', { name: 'Core charges' }));
  expect(section.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Alternator',
    'Starter',
  ]);
  const [alternator, starter] = section.getAllByRole('list').slice(1);
  expect(alternator).toHaveTextContent(
    '$30 for 2 old parts, due by Dec 21, 2026' +
      '1 received, to be checked3 accepted: $45 refunded1 refused: Cracked housing',
  );
  expect(starter).toHaveTextContent('1 not received by Dec 21, 2026');
  expect(section.getByRole('link', { name: 'Print slip for old parts' })).toHaveAttribute(
    'href',
    '/dashboard/orders/order-1/core-slip',
  );
});

it('leads an admin to the decision', async () => {
  show([aCoreClaim({ owed: 0, received: 2 })], { isOwn: false });
  expect(await screen.findByRole('link', { name: 'Decide about old parts' })).toHaveAttribute(
    'href',
    '/dashboard/cores?order=order-1',
  );
  expect(screen.queryByRole('link', { name: 'Print slip for old parts' })).toBeNull();
});

it('asks for nothing before the order ships, and without core charges', () => {
  const calls = show([], { order: anOrder({ status: 'shipped', paid: true }) });
  render(<OrderCores order={{ ...shipped, status: 'pending' }} isOwn />);
  expect(calls).toEqual([]);
});

it('shows what did not load', async () => {
  serve(() => problem(503, 'unavailable'));
  render(<OrderCores order={shipped} isOwn />);
  expect(
    await screen.findByRole('heading', { name: 'The core charges did not load' }),
  ).toBeVisible();
});

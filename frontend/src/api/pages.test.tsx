import { renderHook, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { adminApi } from './admin';
import { pageLimit } from './contract/generated-types';
import { listOf } from './paging';
import { ownOrdersApi } from './session/own-orders';
import { PAGE_SIZE } from './pages';
import { anOrder, changed, marta } from '../testing/fixtures';
import { json, serve, testStore } from '../testing/test-shop';

const rows = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => anOrder({ _id: `order-${first + at}` }));

it('requests the server’s maximum page size', () => {
  expect(PAGE_SIZE).toBe(pageLimit.maximum);
});

it('reads a long list page by page, and reloads all of it after a change', async () => {
  let total = 1002;
  const calls = serve(({ method, query }) => {
    if (method !== 'GET') return json(changed);
    const first = Number(query.get('after')?.replace('order-', '') ?? 0) + 1;
    return json(rows(first, Math.min(1000, total - first + 1)));
  });
  const store = testStore(marta);
  const { result } = renderHook(
    () => listOf(ownOrdersApi.useEveryOrderOfInfiniteQuery(marta.email)),
    {
      wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
    },
  );
  await waitFor(() => {
    expect(result.current.rows).toHaveLength(1000);
  });
  expect(result.current.hasMore).toBe(true);

  result.current.fetchMore();
  await waitFor(() => {
    expect(result.current.rows).toHaveLength(1002);
  });
  expect(result.current.hasMore).toBe(false);
  expect(calls.map(({ query }) => query.get('after'))).toEqual([null, 'order-1000']);

  total = 1001;
  const ship = { id: 'order-7', shipRequest: { status: 'shipped' } };
  await store.dispatch(adminApi.endpoints.shipOrder.initiate(ship));
  await waitFor(() => {
    expect(result.current.rows).toHaveLength(1001);
  });
});

import { expect, it, vi } from 'vitest';
import { json, serve, testStore } from '../testing/test-shop';
import { adminApi } from './admin';

it('requests a list again if it was loading when an entry changed', async () => {
  let give: (answer: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => {
    give = resolve;
  });
  const answers = [json([]), late];
  const calls = serve((call) =>
    call.method === 'GET' ? (answers.shift() ?? json([])) : json({ acknowledged: true }),
  );
  const reads = () => calls.filter(({ method }) => method === 'GET').length;
  const store = testStore();
  const { listLowStock, deletePart } = adminApi.endpoints;
  const list = store.dispatch(listLowStock.initiate({}));
  await list;
  const again = list.refetch();
  await vi.waitFor(() => {
    expect(reads()).toBe(2);
  });
  await store.dispatch(deletePart.initiate({ id: 'part-1' }));
  // The pending response was read before.
  give(json([]));
  await again;
  await vi.waitFor(() => {
    expect(reads()).toBe(3);
  });
  list.unsubscribe();
});

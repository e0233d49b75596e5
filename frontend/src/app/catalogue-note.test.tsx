import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { shopApi } from '../api';
import { catalogueAsOf, noteCatalogueAsOf } from '../lib/catalogue-age';
import { json, renderScreen, serve, testStore } from '../testing/test-shop';
import CatalogueNote from './catalogue-note';

const MOMENT = '2026-11-26T18:50:00Z';

afterEach(() => {
  noteCatalogueAsOf(null);
  vi.useRealTimers();
});

it('reads the catalog’s age from public responses, and clears it once it is current', async () => {
  let moment: string | undefined = MOMENT;
  serve(() => {
    const answer = json([]);
    if (moment !== undefined) answer.headers.set('catalogue-as-of', moment);
    return answer;
  });
  const store = testStore();
  await store.dispatch(shopApi.endpoints.listBrands.initiate());
  expect(catalogueAsOf()).toBe(MOMENT);
  moment = undefined;
  await store.dispatch(shopApi.endpoints.listBrands.initiate(undefined, { forceRefetch: true }));
  expect(catalogueAsOf()).toBeNull();
});

it('shows that orders are paused, and polls until they resume', async () => {
  vi.useFakeTimers();
  let away = true;
  serve(() => {
    const answer = json([]);
    if (away) answer.headers.set('catalogue-as-of', MOMENT);
    return answer;
  });
  noteCatalogueAsOf(MOMENT);
  renderScreen(<CatalogueNote asOf={MOMENT} />, { path: '*', at: '/' });
  expect(screen.getByRole('status')).toHaveTextContent(/cannot take orders.*as of Nov 26, 2026/);
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  expect(catalogueAsOf()).toBe(MOMENT);
  away = false;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(catalogueAsOf()).toBeNull();
});

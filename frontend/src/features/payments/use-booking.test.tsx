import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changed, marta } from '../../testing/fixtures';
import { json, problem, serve, testStore } from '../../testing/test-shop';
// The token renewal is loaded on demand, which fake timers would not wait for.
import '../../api/session/renewal';
import { paymentUnderWay } from '../../lib/payments-under-way';
import { useBooking } from './use-booking';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));
/** The identity provider no longer knows the session either. */
const ended = { kind: 'problem', status: 401, problem: { code: 'unauthenticated', status: 401 } };
vi.mock('../../api/session/access-token', () => ({
  exchangeIdToken: () => Promise.resolve({ error: ended }),
}));

const modified = () => json(changed);

const taken = { transactionId: 'pi_1', taken: true };
const isDeclined = vi.fn(() => Promise.resolve(false));

/** A shop that gives these responses in order, and then repeats the last one. */
function open(...answers: (() => Response)[]) {
  const calls = serve(() => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? modified());
  const store = testStore(marta);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  return { calls, ...renderHook(() => useBooking('order-1', isDeclined), { wrapper }) };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const down = () => problem(503, 'unavailable');

describe('reporting a payment to the shop', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('reports once which payment paid which order', async () => {
    const { calls, result } = open(modified);
    await act(() => result.current.report(taken));
    expect(result.current.booking).toEqual({ state: 'booked' });
    expect(notify.success).toHaveBeenCalledWith('payment successful');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ method: 'PATCH', path: '/booking/order-1' });
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ booking: 'order-1', transactionId: 'pi_1' });
    await pass(120_000);
    expect(calls).toHaveLength(1);
  });

  it('retries with growing pauses until the shop responds', async () => {
    const { calls, result } = open(down, down, down, modified);
    await act(() => result.current.report(taken));
    expect(result.current.booking.state).toBe('waiting');
    await pass(1_000);
    expect(calls).toHaveLength(2);
    await pass(1_000);
    expect(calls).toHaveLength(2);
    await pass(1_000);
    expect(calls).toHaveLength(3);
    await pass(4_000);
    expect(result.current.booking.state).toBe('booked');
    await pass(120_000);
    expect(calls).toHaveLength(4);
    expect(notify.success).toHaveBeenCalledTimes(1);
  });

  it('never waits longer than half a minute', async () => {
    const { calls, result } = open(down);
    await act(() => result.current.report(taken));
    await pass(10 * 60_000);
    const before = calls.length;
    await pass(30_000);
    expect(calls).toHaveLength(before + 1);
  });

  it('reports immediately when the connection is back', async () => {
    const { calls, result } = open(down, modified);
    await act(() => result.current.report(taken));
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await pass(0);
    expect(calls).toHaveLength(2);
    expect(result.current.booking.state).toBe('booked');
  });

  it('stops at a final response and shows it', async () => {
    const { calls, result } = open(() => problem(409, 'payment_given_back'));
    await act(() => result.current.report(taken));
    expect(result.current.booking).toEqual({
      state: 'refused',
      accepted: taken,
      why: 'detail of payment_given_back',
    });
    await pass(120_000);
    expect(calls).toHaveLength(1);
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('stops and keeps the payment when the session is over', async () => {
    const { calls, result } = open(down, () => problem(401, 'unauthenticated'));
    await act(() => result.current.report(taken));
    await pass(1_000);
    expect(result.current.booking).toEqual({ state: 'interrupted', accepted: taken });
    expect(paymentUnderWay('order-1')).toBe('pi_1');
    const before = calls.length;
    await pass(120_000);
    expect(calls).toHaveLength(before);
  });

  it('is shared with other tabs until the shop has recorded it', async () => {
    const { result } = open(down, modified);
    await act(() => result.current.report(taken));
    expect(paymentUnderWay('order-1')).toBe('pi_1');
    await pass(1_000);
    expect(result.current.booking.state).toBe('booked');
    expect(paymentUnderWay('order-1')).toBeNull();
  });

  it.each([
    ['payment_not_completed', 402, 'provider'],
    ['payment_unavailable', 503, 'provider'],
    ['unavailable', 503, 'shop'],
  ] as const)('shows what it is waiting for: %s', async (code, status, waitsFor) => {
    const { result } = open(() => problem(status, code));
    await act(() => result.current.report(taken));
    expect(result.current.booking).toMatchObject({ state: 'waiting', waitsFor });
    expect(isDeclined).not.toHaveBeenCalled();
  });

  it('ends when the bank declines after all', async () => {
    const { calls, result } = open(() => problem(402, 'payment_not_completed'));
    await act(() => result.current.report({ ...taken, taken: false }));
    expect(result.current.booking.state).toBe('waiting');
    isDeclined.mockResolvedValueOnce(true);
    await pass(1_000);
    expect(result.current.booking).toEqual({ state: 'declined' });
    expect(paymentUnderWay('order-1')).toBeNull();
    await pass(120_000);
    expect(calls).toHaveLength(2);
  });

  it('stops when the page is left', async () => {
    const { calls, result, unmount } = open(down);
    await act(() => result.current.report(taken));
    unmount();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls).toHaveLength(1);
  });
});

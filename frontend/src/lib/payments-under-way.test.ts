import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPersonalStorage } from './personal-storage';
import { deletePaymentUnderWay, notePaymentUnderWay, paymentUnderWay } from './payments-under-way';

describe('payments under way', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('are stored by order, and deleted one by one or all at once', () => {
    notePaymentUnderWay('order-1', 'pi_1');
    notePaymentUnderWay('order-2', 'pi_2');
    expect([paymentUnderWay('order-1'), paymentUnderWay('order-2')]).toEqual(['pi_1', 'pi_2']);
    deletePaymentUnderWay('order-1');
    expect([paymentUnderWay('order-1'), paymentUnderWay('order-2')]).toEqual([null, 'pi_2']);
    clearPersonalStorage();
    expect(localStorage).toHaveLength(0);
  });

  it('expire after an hour', () => {
    notePaymentUnderWay('order-1', 'pi_1');
    vi.advanceTimersByTime(60 * 60_000 - 1);
    expect(paymentUnderWay('order-1')).toBe('pi_1');
    vi.advanceTimersByTime(1);
    expect(paymentUnderWay('order-1')).toBeNull();
  });

  it('do not expire later when noted again', () => {
    notePaymentUnderWay('order-1', 'pi_1');
    vi.advanceTimersByTime(59 * 60_000);
    notePaymentUnderWay('order-1', 'pi_1');
    vi.advanceTimersByTime(60_000);
    expect(paymentUnderWay('order-1')).toBeNull();
    notePaymentUnderWay('order-1', 'pi_1');
    vi.advanceTimersByTime(59 * 60_000);
    notePaymentUnderWay('order-1', 'pi_2');
    vi.advanceTimersByTime(60_000);
    expect(paymentUnderWay('order-1')).toBe('pi_2');
  });

  it.each(['nonsense', '[]', '{"order-1":7}', '{"order-1":{"transactionId":7,"since":0}}', 'null'])(
    'are empty when %s is stored',
    (kept) => {
      localStorage.setItem('paymentsUnderWay', kept);
      expect(paymentUnderWay('order-1')).toBeNull();
    },
  );
});

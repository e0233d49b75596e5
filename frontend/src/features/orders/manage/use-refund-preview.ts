import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { adminApi } from '../../../api/admin';
import type { Order, PartialRefund, RefundPreview } from '../../../api/contract/generated-types';
import { codeOf } from '../../../api/contract/problem';
import { useDebouncedValue } from '../../../lib/hooks';
import { refundable } from './order-rules';
import { partOf, type RefundForm, refundProblems } from './refund-form';

const TYPING_MS = 300;

/** The refund to preview; null for a full refund, and while the form is incomplete. */
function previewable(values: RefundForm, order: Order): PartialRefund | null {
  const amounts = { ...values, note: '' };
  const isComplete = Object.keys(refundProblems(amounts, order)).length === 0;
  return isComplete ? partOf(amounts, order) : null;
}

/**
 * The server's preview of the refund in the form; undefined until it has responded, `isPending`
 * meaning that it still will.
 * @param order the order that the form is validated against
 */
export function useRefundPreview(order: Order) {
  const { values } = useFormikContext<RefundForm>();
  const wanted = JSON.stringify(previewable(values, order));
  const settled = useDebouncedValue(wanted, TYPING_MS);
  const part = useMemo(() => JSON.parse(settled) as PartialRefund | null, [settled]);
  const isReady = part !== null && settled === wanted;
  const { currentData, error } = adminApi.useRefundPreviewQuery(
    isReady ? { order, part } : skipToken,
  );
  const left = refundable(order);
  const everything: RefundPreview = { amount: left, lines: [], whole: true, left: 0 };
  return {
    preview: values.choice === 'everything' ? everything : currentData,
    error,
    isPending: wanted !== 'null' && currentData === undefined && error === undefined,
  };
}

/**
 * Validates the form, also with what its preview has found, unless the form repeats an unconfirmed
 * request: if that succeeded, its own amount is what the preview misses.
 */
export function useRefundRules() {
  const store = useStore<Parameters<ReturnType<typeof selectPreview>>[0]>();
  return (values: RefundForm, order: Order, isRepeat: boolean) => {
    const part = isRepeat ? null : previewable(values, order);
    const previewed = part && selectPreview({ order, part })(store.getState());
    return refundProblems(values, order, codeOf(previewed?.error) === 'too_much_money');
  };
}

const selectPreview = adminApi.endpoints.refundPreview.select;

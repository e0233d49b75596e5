import { useState } from 'react';
import { couponCodePattern } from '../../api/contract/generated-types';
import { plainCharacters } from '../plain-characters';
import { deleteDraft, readDraft, saveDraft } from '../drafts';

const NAME = 'coupon';

export const isCouponCode = (text: string) => couponCodePattern.test(plainCharacters(text).trim());

/** The message for a malformed code, the same as the shop's for an unknown one. */
export const NO_SUCH_COUPON = 'We do not recognize this coupon code. Please check it.';

export function readCoupon(): string | null {
  const code = readDraft(NAME)?.code;
  return code !== undefined && isCouponCode(code) ? code : null;
}

/** @param code null if no coupon is used any longer */
export function saveCoupon(code: string | null): void {
  if (code === null) deleteDraft(NAME);
  else saveDraft(NAME, { code });
}

/**
 * The coupon to use: chosen in the cart or the checkout, it is shared by both and survives a
 * reload.
 */
export function useCoupon(): [string | null, (code: string | null) => void] {
  const [coupon, setCoupon] = useState(readCoupon);
  return [
    coupon,
    (code) => {
      saveCoupon(code);
      setCoupon(code);
    },
  ];
}

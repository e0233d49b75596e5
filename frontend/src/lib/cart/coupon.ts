import { useState } from 'react';
import { plainCharacters } from '../plain-characters';
import { dropDraft, keepDraft, readDraft } from '../drafts';

const NAME = 'coupon';

/** How the shop's coupons look, however they are written: eight letters and digits that nobody takes for others. */
const CODE = /^(AP50)?([ -]*[2-9A-HJ-NP-Z]){8}[ -]*$/i;

export const isCouponCode = (text: string) => CODE.test(plainCharacters(text).trim());

/** What is said of a code that no coupon can have, as the shop says it of one that none has. */
export const NO_SUCH_COUPON = 'We do not recognize this coupon code. Please check it.';

export function readCoupon(): string | null {
  const code = readDraft(NAME)?.code;
  return code !== undefined && isCouponCode(code) ? code : null;
}

/** @param code null when none is to be used, or it was used */
export function keepCoupon(code: string | null): void {
  if (code === null) dropDraft(NAME);
  else keepDraft(NAME, { code });
}

/** The coupon that is to be used: chosen in the cart or the checkout, it goes along, also through a reload. */
export function useCoupon(): [string | null, (code: string | null) => void] {
  const [coupon, setCoupon] = useState(readCoupon);
  return [
    coupon,
    (code) => {
      keepCoupon(code);
      setCoupon(code);
    },
  ];
}

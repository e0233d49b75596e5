import { expect, it } from 'vitest';
import { isCouponCode, readCoupon, saveCoupon } from './coupon';

it.each(['AP50-7KQD-M2XW', 'ap50 7kqd m2xw', '7KQDM2XW', ' 7kqd-m2xw '])(
  'accepts a code in any spelling: %s',
  (code) => {
    expect(isCouponCode(code)).toBe(true);
  },
);

it.each(['', 'AP50', 'AP50-7KQD-M2X', 'AP50-7KQD-M2XO', 'AP50-7KQD-M2XWW', '<script>'])(
  'rejects an invalid code: %s',
  (code) => {
    expect(isCouponCode(code)).toBe(false);
  },
);

it('is stored until it is used', () => {
  saveCoupon('AP50-7KQD-M2XW');
  expect(readCoupon()).toBe('AP50-7KQD-M2XW');
  saveCoupon(null);
  expect(readCoupon()).toBeNull();
  saveCoupon('not a code');
  expect(readCoupon()).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { faultWhenSubmitted, faultWhileTyping, hasValidCheckDigit } from './card-rules';

const today = new Date('2026-11-21');
const good = { number: '4242424242424242', expiry: '1226', code: '123' };

it('validates check digits', () => {
  expect(hasValidCheckDigit('4242424242424242')).toBe(true);
  expect(hasValidCheckDigit('5555555555554444')).toBe(true);
  expect(hasValidCheckDigit('4242424242424241')).toBe(false);
});

describe('a card', () => {
  it.each([
    [{ number: '4242' }, 'Your card number is incomplete.'],
    [{ number: '4242424242424241' }, 'Your card number is invalid.'],
    [{ expiry: '12' }, "Your card's expiration date is incomplete."],
    [{ expiry: '1326' }, "Your card's expiration date is invalid."],
    [{ expiry: '1026' }, "Your card's expiration date is in the past."],
    [{ code: '1' }, "Your card's security code is incomplete."],
  ])('with %o is rejected: %s', (fault, message) => {
    expect(faultWhenSubmitted({ ...good, ...fault }, today)?.message).toBe(message);
  });

  it('is valid until the last day of its month', () => {
    expect(faultWhenSubmitted({ ...good, expiry: '1126' }, today)).toBeUndefined();
  });

  it('shows no errors while it is being typed', () => {
    expect(faultWhileTyping({ number: '4242', expiry: '', code: '' }, today)).toBeUndefined();
    expect(faultWhileTyping({ ...good, code: '' }, today)).toBeUndefined();
  });
});

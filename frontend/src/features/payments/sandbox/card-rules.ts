/** The provider's error messages for incomplete and invalid cards. */
export interface CardValues {
  number: string;
  expiry: string;
  code: string;
}

export interface FieldError {
  type: 'validation_error';
  code: string;
  message: string;
}

/** In digits. */
export const NUMBER_LENGTH = 16;
/** In digits, month and year. */
export const EXPIRY_LENGTH = 4;
const CODE_LENGTH = 3;

const fault = (code: string, message: string): FieldError => ({
  type: 'validation_error',
  code,
  message,
});

/** The check digit of card numbers (ISO/IEC 7812). */
export function hasValidCheckDigit(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, position) => {
      const doubled = Number(digit) * (position % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

function expiryFault(expiry: string, today: Date): FieldError | undefined {
  const month = Number(expiry.slice(0, 2));
  if (month < 1 || month > 12) {
    return fault('invalid_expiry_month', "Your card's expiration date is invalid.");
  }
  const firstDayAfter = new Date(2000 + Number(expiry.slice(2)), month, 1);
  return firstDayAfter <= today
    ? fault('invalid_expiry_year_past', "Your card's expiration date is in the past.")
    : undefined;
}

/** The first error that further typing will not fix. */
export function faultWhileTyping(
  { number, expiry }: CardValues,
  today = new Date(),
): FieldError | undefined {
  if (number.length === NUMBER_LENGTH && !hasValidCheckDigit(number)) {
    return fault('invalid_number', 'Your card number is invalid.');
  }
  return expiry.length === EXPIRY_LENGTH ? expiryFault(expiry, today) : undefined;
}

/** The first error of a submitted card. */
export function faultWhenSubmitted(card: CardValues, today = new Date()): FieldError | undefined {
  if (card.number.length < NUMBER_LENGTH) {
    return fault('incomplete_number', 'Your card number is incomplete.');
  }
  const typed = faultWhileTyping(card, today);
  if (typed) return typed;
  if (card.expiry.length < EXPIRY_LENGTH) {
    return fault('incomplete_expiry', "Your card's expiration date is incomplete.");
  }
  return card.code.length < CODE_LENGTH
    ? fault('incomplete_cvc', "Your card's security code is incomplete.")
    : undefined;
}

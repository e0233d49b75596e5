/** How long and how large the server lets a value be, from its own document. */
export const education = { minLength: 1, maxLength: 200 };
export const emailAddress = { minLength: 5, maxLength: 254 };
export const feedbackMessage = { minLength: 1, maxLength: 2000 };
export const id = { minLength: 36, maxLength: 36 };
export const idempotencyKey = { minLength: 1, maxLength: 255 };
export const imageSource = { minLength: 1, maxLength: 2048 };
export const linkToken = { minLength: 1, maxLength: 200 };
export const linkedInUrl = { minLength: 20, maxLength: 2048 };
export const minimumPieces = { minimum: 1, maximum: 1000000 };
export const pageLimit = { minimum: 1, maximum: 1000 };
export const partDescription = { minLength: 1, maxLength: 4000 };
export const partTitle = { minLength: 1, maxLength: 120 };
export const paymentId = { minLength: 1, maxLength: 255 };
export const personName = { minLength: 1, maxLength: 100 };
export const phoneNumber = { minLength: 3, maxLength: 40, minimum: 100, maximum: 999999999999999 };
export const phoneNumberPattern =
  /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*[ +().\-]*[0-9][ +().\-]*[0-9][ +().\-]*[0-9][0-9 +().\-]*[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;
export const pieces = { minimum: 1, maximum: 1000000000 };
export const postalAddress = { minLength: 1, maxLength: 300 };
export const priceDollars = { minimum: 0.01, maximum: 999999.99 };
export const reviewText = { minLength: 1, maxLength: 2000 };
export const shippedWord = { minLength: 7, maxLength: 7 };
export const stars = { minimum: 1, maximum: 5 };
export const stockPieces = { minimum: 0, maximum: 1000000000 };
export const totalDollars = { minimum: 0, maximum: 999999999.99 };

import { fieldTexts } from './field-texts';

/**
 * The specified wording of toasts, validation messages and questions. Each is defined only here.
 */
export const toasts = {
  orderPlaced: 'Order on progress',
  orderDeleted: 'Order Deleted',
  orderShipped: 'Order shipped',
  orderRefunded: (sum: string) => `Refund started: ${sum}`,
  paymentSuccessful: 'payment successful',
  resetMailSent: 'Sent email',
  ratingMissing: 'please rate us before submitting',
  reviewed: 'successfully reviewed',
  productAdded: 'Product added',
  productDeleted: 'successfully delete the product',
  madeAdmin: 'successfully made admin',
  profileUpdated: 'Profile updated',
  belowMinimum: (minimum: number) => `Minimum order ${minimum} pieces`,
  outOfStock: (available: number) =>
    `Your ordered quantity is out of our range. we have only ${available} pcs.`,
};

export const validation = {
  ...fieldTexts,
  passwordRequired: 'Password is required',
  passwordTooShort: 'must be 6 length',
  nameRequired: 'name is required',
  addressRequired: 'address is required',
  phoneRequired: 'phone is required',
  phoneInvalid: 'provide a valid phone number',
  quantityWhole: 'whole pieces only',
  required: (label: string) => `${label} is required`,
  linkedinInvalid: 'provide an https link to linkedin.com',
  pictureInvalid: 'provide an https address, or a path of this shop',
  numberInvalid: (label: string) => `${label} must be a number`,
  numberWhole: (label: string) => `${label} must be a whole number`,
  inCents: (label: string) => `${label} must have at most two decimals`,
  tooMany: (things: string, most: number) => `at most ${most} ${things}`,
  outOfRange: (label: string, least: string, most: string) =>
    `${label} must be from ${least} to ${most}`,
  notANumber: 'provide a number',
};

export const questions = {
  deleteOwnOrder: 'Are your sure you want to delete?',
  deleteCustomerOrder: 'Are you sure you want to delete?',
  deleteProduct: 'Are you sure you want to delete?',
  makeAdmin: 'Make this person an admin?',
};

/** When another admin has already changed an order. */
export const orderNews = {
  deletedBefore: 'This order was already deleted.',
  refundedBefore: 'This order was already refunded.',
  shippedBefore: 'This order was already shipped.',
  noLongerOpen: 'This order has since been paid or shipped, so it cannot be deleted.',
};

export const PAYMENT_COMPLETED = 'successfully completed payment';

export const PASSWORD_MIN_LENGTH = 6;

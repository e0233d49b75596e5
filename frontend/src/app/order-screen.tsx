import { type ComponentType, lazy } from 'react';
import { routes } from '../lib/paths';

const CheckoutPage = lazy(async () => ({
  default: (await import('../features/orders/checkout/checkout-page')).CheckoutPage,
}));
const PaymentPage = lazy(async () => ({
  default: (await import('../features/payments/payment-page')).PaymentPage,
}));
const MyOrderPage = lazy(async () => ({
  default: (await import('../features/orders/guest/my-order-page')).MyOrderPage,
}));
const GuestOrderWithReturns = lazy(async () => ({
  default: (await import('./order-with-returns')).GuestOrderWithReturns,
}));
const GuestDocumentsPage = lazy(async () => ({
  default: (await import('../features/orders/guest/guest-documents-page')).GuestDocumentsPage,
}));
const GuestReturnSlip = lazy(async () => ({
  default: (await import('./guest-return-slip')).GuestReturnSlip,
}));
const GuestCoreSlip = lazy(async () => ({
  default: (await import('./guest-core-slip')).GuestCoreSlip,
}));

/** The screens from the checkout to the order, for guests as well, by route path. */
export const orderScreens: Record<string, ComponentType> = {
  [routes.checkout]: CheckoutPage,
  [routes.payment]: PaymentPage,
  [routes.myOrder]: MyOrderPage,
  [routes.guestOrder]: GuestOrderWithReturns,
  [routes.guestDocuments]: GuestDocumentsPage,
  [routes.guestReturnSlip]: GuestReturnSlip,
  [routes.guestCoreSlip]: GuestCoreSlip,
};

/**
 * The screen of an order route. The list is here and not in the router, because most visits never
 * need it.
 * @param route the path as the router defines it
 */
export function OrderScreen({ route }: { route: string }) {
  const Screen = orderScreens[route];
  return Screen && <Screen />;
}

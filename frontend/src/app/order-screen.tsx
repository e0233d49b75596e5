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
const GuestOrderPage = lazy(async () => ({
  default: (await import('../features/orders/guest/guest-order-page')).GuestOrderPage,
}));

/** From the checkout to the order, for guests as well, by the address of the routes. */
export const orderScreens: Record<string, ComponentType> = {
  [routes.checkout]: CheckoutPage,
  [routes.payment]: PaymentPage,
  [routes.myOrder]: MyOrderPage,
  [routes.guestOrder]: GuestOrderPage,
};

/**
 * What a route of an order shows. The list stands here and not in the router, because most visits never
 * come here.
 * @param route the address as the router reads it
 */
export function OrderScreen({ route }: { route: string }) {
  const Screen = orderScreens[route];
  return Screen && <Screen />;
}

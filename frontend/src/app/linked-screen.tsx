import { type ComponentType, lazy } from 'react';
import { routes } from '../lib/paths';

const ResetPasswordPage = lazy(async () => ({
  default: (await import('../features/accounts/reset-password-page')).ResetPasswordPage,
}));
const CouponPage = lazy(async () => ({
  default: (await import('../features/newsletter/coupon-page')).CouponPage,
}));
const UnsubscribePage = lazy(async () => ({
  default: (await import('../features/newsletter/unsubscribe-page')).UnsubscribePage,
}));
const StopAlertsPage = lazy(async () => ({
  default: (await import('../features/stock-alerts/stop-alerts-page')).StopAlertsPage,
}));

const ConfirmAlertsPage = lazy(async () => ({
  default: (await import('../features/stock-alerts/confirm-alerts-page')).ConfirmAlertsPage,
}));

/** The screens that links in emails lead to, by the address of their routes. */
export const linkedScreens: Record<string, ComponentType> = {
  [routes.resetPassword]: ResetPasswordPage,
  [routes.coupon]: CouponPage,
  [routes.unsubscribe]: UnsubscribePage,
  [routes.stopAlerts]: StopAlertsPage,
  [routes.confirmAlerts]: ConfirmAlertsPage,
};

/**
 * Where a link in an email leads. The list stands here and not in the router, because most visits never
 * come here.
 * @param route the address as the router reads it
 */
export function LinkedScreen({ route }: { route: string }) {
  const Screen = linkedScreens[route];
  return Screen && <Screen />;
}

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

/** The screens for links in emails, by route path. */
export const linkedScreens: Record<string, ComponentType> = {
  [routes.resetPassword]: ResetPasswordPage,
  [routes.coupon]: CouponPage,
  [routes.unsubscribe]: UnsubscribePage,
  [routes.stopAlerts]: StopAlertsPage,
  [routes.confirmAlerts]: ConfirmAlertsPage,
};

/**
 * The screen for a link in an email. The list is here and not in the router, because most visits
 * never need it.
 * @param route the path as the router defines it
 */
export function LinkedScreen({ route }: { route: string }) {
  const Screen = linkedScreens[route];
  return Screen && <Screen />;
}

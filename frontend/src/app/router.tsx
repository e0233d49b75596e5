import { type ComponentType, lazy } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { routes } from '../lib/paths';
import { RequireSession } from './guards';
import { HomePage } from './home-page';
import { Layout } from './layout';

const screen = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));

// Home is in the first bundle, because most visits start there. Every other screen is fetched when
// it is first opened.
const SigninPage = screen(
  async () => (await import('../features/accounts/signin-page')).SigninPage,
);
const SignupPage = screen(
  async () => (await import('../features/accounts/signup-page')).SignupPage,
);
const ResetPasswordPage = screen(
  async () => (await import('../features/accounts/reset-password-page')).ResetPasswordPage,
);
const PortfolioPage = screen(
  async () => (await import('../features/static-pages/portfolio-page')).PortfolioPage,
);
const BlogsPage = screen(
  async () => (await import('../features/static-pages/blogs-page')).BlogsPage,
);
const ShopPage = screen(async () => (await import('../features/catalogue/shop-page')).ShopPage);
const PartScreen = screen(async () => (await import('./part-screen')).PartScreen);
const CartPage = screen(async () => (await import('../features/carts/cart-page')).CartPage);
const CouponPage = screen(
  async () => (await import('../features/newsletter/coupon-page')).CouponPage,
);
const UnsubscribePage = screen(
  async () => (await import('../features/newsletter/unsubscribe-page')).UnsubscribePage,
);
const StopAlertsPage = screen(
  async () => (await import('../features/stock-alerts/stop-alerts-page')).StopAlertsPage,
);
const PurchasePage = screen(
  async () => (await import('../features/orders/purchase/purchase-page')).PurchasePage,
);
const CheckoutPage = screen(
  async () => (await import('../features/orders/checkout/checkout-page')).CheckoutPage,
);
const PaymentPage = screen(
  async () => (await import('../features/payments/payment-page')).PaymentPage,
);
const Dashboard = screen(async () => (await import('./dashboard/dashboard')).Dashboard);
const DashboardScreen = screen(
  async () => (await import('./dashboard/dashboard-screen')).DashboardScreen,
);
const NotFound = screen(async () => (await import('../ui/layout/not-found')).NotFound);

/** Everything below the dashboard's address that is an address of the shop. */
const inDashboard = Object.values(routes).filter((path) => path.startsWith(`${routes.dashboard}/`));

export const screens: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      { path: routes.home, element: <HomePage /> },
      { path: routes.signIn, element: <SigninPage /> },
      { path: routes.signUp, element: <SignupPage /> },
      { path: routes.resetPassword, element: <ResetPasswordPage /> },
      { path: routes.portfolio, element: <PortfolioPage /> },
      { path: routes.blogs, element: <BlogsPage /> },
      { path: routes.shop, element: <ShopPage /> },
      { path: routes.part, element: <PartScreen /> },
      { path: routes.cart, element: <CartPage /> },
      { path: routes.coupon, element: <CouponPage /> },
      { path: routes.unsubscribe, element: <UnsubscribePage /> },
      { path: routes.stopAlerts, element: <StopAlertsPage /> },
      {
        element: <RequireSession />,
        children: [
          { path: routes.purchase, element: <PurchasePage /> },
          { path: routes.checkout, element: <CheckoutPage /> },
          { path: routes.payment, element: <PaymentPage /> },
          {
            path: routes.dashboard,
            element: <Dashboard />,
            children: [routes.dashboard, ...inDashboard].map((path) => ({
              path,
              element: <DashboardScreen route={path} />,
            })),
          },
        ],
      },
      { path: '*', element: <NotFound /> },
    ],
  },
];

export function AppRoutes() {
  return useRoutes(screens);
}

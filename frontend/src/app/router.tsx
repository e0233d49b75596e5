import { type RouteObject, useRoutes } from 'react-router-dom';
import { routes } from '../lib/paths';
import { RequireSession } from './guards';
import { HomePage } from './home-page';
import { Layout } from './layout';
import { screen } from './screen';

/** Loads a module together with its screens' styles. */
async function styled<Module>(
  styles: () => Promise<unknown>,
  module: Promise<Module>,
): Promise<Module> {
  const [loaded] = await Promise.all([module, styles()]);
  return loaded;
}
const account = <Module,>(module: Promise<Module>) =>
  styled(() => import('./styles/account.css'), module);
const reading = <Module,>(module: Promise<Module>) =>
  styled(() => import('./styles/reading.css'), module);

// Home is in the first bundle, because most visits start there. Every other screen is loaded when
// it is first opened.
const SigninPage = screen(
  async () => (await account(import('../features/accounts/signin-page'))).SigninPage,
);
const SignupPage = screen(
  async () => (await account(import('../features/accounts/signup-page'))).SignupPage,
);
const ShopScreen = screen(async () => (await import('./shop-screen')).ShopScreen);
const PartScreen = screen(async () => (await import('./part-screen')).PartScreen);
const CartScreen = screen(async () => (await import('./cart-screen')).CartScreen);
const GarageScreen = screen(async () => (await import('./garage-screen')).GarageScreen);
const PortfolioPage = screen(
  async () => (await reading(import('../features/static-pages/portfolio-page'))).PortfolioPage,
);
const BlogsPage = screen(
  async () => (await reading(import('../features/static-pages/blogs-page'))).BlogsPage,
);
const LegalPage = screen(
  async () => (await reading(import('../features/static-pages/legal-page'))).LegalPage,
);
const WithdrawPage = screen(
  async () => (await account(import('../features/withdrawals/withdraw-page'))).WithdrawPage,
);
const LinkedScreen = screen(async () => (await account(import('./linked-screen'))).LinkedScreen);
const PurchasePage = screen(
  async () => (await account(import('../features/orders/purchase/purchase-page'))).PurchasePage,
);
const OrderScreen = screen(async () => (await account(import('./order-screen'))).OrderScreen);
const Dashboard = screen(async () => (await account(import('./dashboard/dashboard'))).Dashboard);
const DashboardScreen = screen(
  async () => (await import('./dashboard/dashboard-screen')).DashboardScreen,
);
const NotFound = screen(async () => (await import('../ui/layout/not-found')).NotFound);

/** Routes for links in emails. */
const linked = [
  routes.resetPassword,
  routes.coupon,
  routes.unsubscribe,
  routes.stopAlerts,
  routes.confirmAlerts,
];
/** Routes where guests see their orders. */
const forGuests = [
  routes.myOrder,
  routes.guestOrder,
  routes.guestDocuments,
  routes.guestReturnSlip,
  routes.guestCoreSlip,
];

/**
 * The parts for a vehicle, all or of one category. The shop screen reads the filter from the path.
 */
const forVehicles = [routes.fit, routes.fitCategory];

/** The shop's legal pages and contact page. */
const legalPages = ['contact', 'returns', 'terms', 'privacy'] as const;

/** Every shop route below the dashboard's path. */
const inDashboard = Object.values(routes).filter((path) => path.startsWith(`${routes.dashboard}/`));

export const screens: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      { path: routes.home, element: <HomePage /> },
      { path: routes.signIn, element: <SigninPage /> },
      { path: routes.signUp, element: <SignupPage /> },
      { path: routes.portfolio, element: <PortfolioPage /> },
      { path: routes.blogs, element: <BlogsPage /> },
      { path: routes.shop, element: <ShopScreen /> },
      { path: routes.part, element: <PartScreen /> },
      { path: routes.cart, element: <CartScreen /> },
      ...forVehicles.map((path) => ({ path, element: <ShopScreen /> })),
      { path: routes.guestGarage, element: <GarageScreen /> },
      ...legalPages.map((name) => ({ path: routes[name], element: <LegalPage name={name} /> })),
      { path: routes.withdraw, element: <WithdrawPage /> },
      ...linked.map((path) => ({ path, element: <LinkedScreen route={path} /> })),
      {
        element: <RequireSession of="everyone" />,
        children: forGuests.map((path) => ({ path, element: <OrderScreen route={path} /> })),
      },
      {
        element: <RequireSession of="buyers" />,
        children: [{ path: routes.checkout, element: <OrderScreen route={routes.checkout} /> }],
      },
      {
        element: <RequireSession of="customers" />,
        children: [{ path: routes.payment, element: <OrderScreen route={routes.payment} /> }],
      },
      {
        element: <RequireSession of="members" />,
        children: [
          { path: routes.purchase, element: <PurchasePage /> },
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

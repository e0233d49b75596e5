import { type ComponentType, lazy } from 'react';
import { routes } from '../../lib/paths';
import { RequireAdmin } from './require-admin';

const DashboardHome = lazy(async () => ({
  default: (await import('./dashboard-home')).DashboardHome,
}));
const OrderWithReturns = lazy(async () => ({
  default: (await import('../order-with-returns')).OrderWithReturns,
}));
const DocumentsPage = lazy(async () => ({
  default: (await import('../../features/orders/documents/documents-page')).DocumentsPage,
}));
const SlipPage = lazy(async () => ({
  default: (await import('../../features/returns/slip-page')).SlipPage,
}));
const CoreSlipPage = lazy(async () => ({
  default: (await import('../../features/returns/core-slip-page')).CoreSlipPage,
}));
const ManageOrdersPage = lazy(async () => ({
  default: (await import('../../features/orders/manage/manage-orders-page')).ManageOrdersPage,
}));
const ManageReturnsPage = lazy(async () => ({
  default: (await import('../../features/returns/manage/manage-returns-page')).ManageReturnsPage,
}));
const ManageCoresPage = lazy(async () => ({
  default: (await import('../../features/returns/manage/cores/manage-cores-page')).ManageCoresPage,
}));
const ManageWithdrawalsPage = lazy(async () => ({
  default: (await import('../../features/withdrawals/manage-withdrawals-page'))
    .ManageWithdrawalsPage,
}));
const ReviewScreen = lazy(async () => ({
  default: (await import('./review-screen')).ReviewScreen,
}));
const ProfileScreen = lazy(async () => ({
  default: (await import('./profile-screen')).ProfileScreen,
}));
const GaragePage = lazy(async () => ({
  default: (await import('../../features/vehicles/garage-page')).GaragePage,
}));
const MakeAdminPage = lazy(async () => ({
  default: (await import('../../features/accounts/manage/make-admin-page')).MakeAdminPage,
}));
const AddProductPage = lazy(async () => ({
  default: (await import('../../features/catalogue/manage/add-product-page')).AddProductPage,
}));
const ManageProductsPage = lazy(async () => ({
  default: (await import('../../features/catalogue/manage/manage-products-page'))
    .ManageProductsPage,
}));
const EditProductPage = lazy(async () => ({
  default: (await import('../../features/catalogue/manage/edit-product-page')).EditProductPage,
}));
const CataloguePage = lazy(async () => ({
  default: (await import('../../features/catalogue/manage/catalogue-page')).CataloguePage,
}));
const ConditionsPage = lazy(async () => ({
  default: (await import('../../features/catalogue/manage/fitment/conditions-page')).ConditionsPage,
}));
const FitFlagsPage = lazy(async () => ({
  default: (await import('../../features/catalogue/manage/fitment/fit-flags-page')).FitFlagsPage,
}));
const ImportsPage = lazy(async () => ({
  default: (await import('../../features/imports/imports-page')).ImportsPage,
}));
const PoliciesPage = lazy(async () => ({
  default: (await import('../../features/returns/manage/policies/policies-page')).PoliciesPage,
}));
const RatesPage = lazy(async () => ({
  default: (await import('../../features/rates/rates-page')).RatesPage,
}));
const NumbersPage = lazy(async () => ({
  default: (await import('../../features/numbers/numbers-page')).NumbersPage,
}));
const AuditPage = lazy(async () => ({
  default: (await import('../../features/audit/audit-page')).AuditPage,
}));

/** The dashboard's screens by route path. */
const SCREENS: Record<string, ComponentType> = {
  [routes.dashboard]: DashboardHome,
  [routes.order]: OrderWithReturns,
  [routes.documents]: DocumentsPage,
  [routes.returnSlip]: SlipPage,
  [routes.coreSlip]: CoreSlipPage,
  [routes.review]: ReviewScreen,
  [routes.profile]: ProfileScreen,
  [routes.garage]: GaragePage,
};

const SCREENS_FOR_ADMINS: Record<string, ComponentType> = {
  [routes.users]: MakeAdminPage,
  [routes.manageOrders]: ManageOrdersPage,
  [routes.manageReturns]: ManageReturnsPage,
  [routes.manageCores]: ManageCoresPage,
  [routes.returnPolicies]: PoliciesPage,
  [routes.manageWithdrawals]: ManageWithdrawalsPage,
  [routes.addProduct]: AddProductPage,
  [routes.manageProducts]: ManageProductsPage,
  [routes.editProduct]: EditProductPage,
  [routes.catalogue]: CataloguePage,
  [routes.conditions]: ConditionsPage,
  [routes.fitFlags]: FitFlagsPage,
  [routes.imports]: ImportsPage,
  [routes.rates]: RatesPage,
  [routes.numbers]: NumbersPage,
  [routes.auditLog]: AuditPage,
};

/** Every screen within the dashboard. */
export const dashboardScreens = { ...SCREENS, ...SCREENS_FOR_ADMINS };

/**
 * The screen of a route within the dashboard. The list is here and not in the router, because most
 * visits never need it.
 * @param route the path as the router defines it
 */
export function DashboardScreen({ route }: { route: string }) {
  const Screen = SCREENS[route];
  if (Screen) return <Screen />;
  const ScreenForAdmins = SCREENS_FOR_ADMINS[route];
  return (
    ScreenForAdmins && (
      <RequireAdmin>
        <ScreenForAdmins />
      </RequireAdmin>
    )
  );
}

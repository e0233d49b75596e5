import { AdminOverview } from '../../features/admin-overview/admin-overview';
import { MyOrdersPage, OwnOrders } from '../../features/orders/my-orders/my-orders-page';
import { useIsAdmin } from './require-admin';

/** Customers start at their orders. Admins start at their tasks; their own orders come last. */
export function DashboardHome() {
  const { admin } = useIsAdmin();
  if (!admin) return <MyOrdersPage />;
  return (
    <>
      <AdminOverview />
      <OwnOrders />
    </>
  );
}

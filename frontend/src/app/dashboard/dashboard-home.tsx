import { AdminHome } from '../../features/admin-home/admin-home';
import { MyOrdersPage } from '../../features/orders/my-orders-page';
import { OwnOrders } from '../../features/orders/own-orders';
import { useIsAdmin } from '../use-is-admin';

/** Customers start at their orders. Admins start at what waits for them; what they ordered comes last. */
export function DashboardHome() {
  const { admin } = useIsAdmin();
  if (!admin) return <MyOrdersPage />;
  return (
    <>
      <AdminHome />
      <OwnOrders />
    </>
  );
}

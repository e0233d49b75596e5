import { Navigate } from 'react-router-dom';
import { MyOrdersPage } from '../../features/orders/my-orders-page';
import { paths } from '../../lib/paths';
import { useIsAdmin } from '../use-is-admin';

/** Customers start at their orders; admins, who have no such screen, at everybody's. */
export function DashboardHome() {
  const { admin } = useIsAdmin();
  return admin ? <Navigate to={paths.manageOrders} replace /> : <MyOrdersPage />;
}

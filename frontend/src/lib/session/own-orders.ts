import { useSelector } from 'react-redux';
import { paths } from '../paths';
import { isLinked } from './order-links';
import { selectGuestToken } from './session-slice';

/**
 * Where customers find their orders: members in the dashboard, guests on a separate page, and
 * holders of a link on the page of that order.
 * @param order the order in question, which may be open by its link
 */
export const ownOrders = (isGuest: boolean, order?: string) => {
  if (order !== undefined && isLinked(order)) {
    return { all: paths.guestOrder(order), order: paths.guestOrder };
  }
  return isGuest
    ? { all: paths.myOrder, order: paths.guestOrder }
    : { all: paths.dashboard, order: paths.order };
};

export const useOwnOrders = (order?: string) =>
  ownOrders(useSelector(selectGuestToken) !== undefined, order);

import { useSelector } from 'react-redux';
import { paths } from '../paths';
import { selectGuestToken } from './session-slice';

/** Where customers find their orders: members in the dashboard, guests on a page of its own. */
export const ownOrders = (isGuest: boolean) =>
  isGuest
    ? { all: paths.myOrder, order: paths.guestOrder }
    : { all: paths.dashboard, order: paths.order };

export const useOwnOrders = () => ownOrders(useSelector(selectGuestToken) !== undefined);

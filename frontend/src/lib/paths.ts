import pages from './pages.json';

/** Views of all orders. */
export type OrderView = 'all' | 'to-ship' | 'unpaid' | 'shipped' | 'refunded' | 'disputed';

/** Views of all returns; the others are named after their state. */
export type ReturnView =
  'all' | 'requested' | 'approved' | 'declined' | 'received' | 'canceled' | 'expired';

type PageName = keyof typeof pages;

/** The path of each page as the router defines it: `:id` stands for one segment. */
export const routes = Object.fromEntries(
  Object.entries(pages).map(([name, page]) => [name, page.path]),
) as Record<PageName, string>;

const withId = (page: PageName) => (id: string) =>
  routes[page].replace(':id', () => encodeURIComponent(id));

const forCar = (vehicle?: string) =>
  vehicle === undefined ? '' : `&vehicle=${encodeURIComponent(vehicle)}`;

/**
 * Every browser path of the shop. A new page is one entry in `pages.json`, which the server reads
 * too.
 */
export const paths = {
  ...routes,
  part: withId('part'),
  editProduct: withId('editProduct'),
  purchase: withId('purchase'),
  payment: withId('payment'),
  order: withId('order'),
  guestOrder: withId('guestOrder'),
  documents: withId('documents'),
  guestDocuments: withId('guestDocuments'),
  coreSlip: withId('coreSlip'),
  guestCoreSlip: withId('guestCoreSlip'),
  returnSlip: withId('returnSlip'),
  guestReturnSlip: (order: string, id: string) =>
    withId('guestReturnSlip')(id).replace(':order', () => encodeURIComponent(order)),
  /** The parts of a category. */
  partsIn: (category: string) => `${routes.shop}?category=${encodeURIComponent(category)}`,
  /** The parts found by a name. */
  partsCalled: (name: string) => `${routes.shop}?${new URLSearchParams({ q: name })}`,
  partsOf: (brand: string) => `${routes.shop}?brand=${encodeURIComponent(brand)}`,
  /** The parts for a vehicle, or those of a category. */
  partsFor: (vehicle: string, category?: string) =>
    `${routes.shop}?${new URLSearchParams({ vehicle, ...(category !== undefined && { category }) })}`,
  /** The order form of a part, for this many pieces, and for a car. */
  purchaseOf: (id: string, pieces: number, vehicle?: string) =>
    `${withId('purchase')(id)}?quantity=${pieces}${forCar(vehicle)}`,
  /** The checkout of a single part, independent of the cart; for guests too. */
  checkoutOf: (id: string, pieces: number, vehicle?: string) =>
    `${routes.checkout}?part=${encodeURIComponent(id)}&quantity=${pieces}${forCar(vehicle)}`,
  /** Where to request a reset email: the address field, focused. */
  newResetMail: `${routes.signIn}#email`,
  /** The order with this id, among all orders. */
  orderToManage: (id: string) => `${routes.manageOrders}?q=${encodeURIComponent(id)}`,
  /** The return with this number, among all returns. */
  returnToManage: (number: string) =>
    `${routes.manageReturns}?number=${encodeURIComponent(number)}`,
  returnsToShow: (view: ReturnView) => `${routes.manageReturns}?show=${view}`,
  /** The core charges of an order, for admins. */
  coresOfOrder: (id: string) => `${routes.manageCores}?order=${encodeURIComponent(id)}`,
  ordersToShow: (view: OrderView) => `${routes.manageOrders}?show=${view}`,
};

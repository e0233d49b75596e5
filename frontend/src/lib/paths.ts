/** The ways to look at all orders. */
export type OrderView = 'all' | 'to-ship' | 'unpaid' | 'shipped' | 'refunded' | 'disputed';

/** Every browser address of the shop, in one place. */
export const paths = {
  home: '/',
  signIn: '/signin',
  /** Where a reset mail is asked for: the address field, ready to be typed into. */
  newResetMail: '/signin#email',
  signUp: '/signup',
  resetPassword: '/reset-password',
  portfolio: '/portfolio',
  blogs: '/blogs',
  /** The whole catalogue, public to read; `/parts` is a call of the API. */
  shop: '/shop',
  part: (partId: string) => `/shop/${encodeURIComponent(partId)}`,
  /** Where the newsletter's mails lead: confirming the address, and leaving again. */
  coupon: '/coupon',
  unsubscribe: '/unsubscribe',
  purchase: (partId: string) => `/purchase/${encodeURIComponent(partId)}`,
  payment: (orderId: string) => `/payment/${encodeURIComponent(orderId)}`,
  dashboard: '/dashboard',
  review: '/dashboard/review',
  profile: '/dashboard/profile',
  users: '/dashboard/users',
  manageOrders: '/dashboard/manageorders',
  ordersToShow: (view: OrderView) => `/dashboard/manageorders?show=${view}`,
  addProduct: '/dashboard/addproduct',
  manageProducts: '/dashboard/manageproducts',
} as const;

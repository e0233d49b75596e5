/** Every browser address of the shop, in one place. */
export const paths = {
  home: '/',
  signIn: '/signin',
  signUp: '/signup',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  manageOrders: '/dashboard/manageorders',
  purchase: (partId: string) => `/purchase/${encodeURIComponent(partId)}`,
  payment: (orderId: string) => `/payment/${encodeURIComponent(orderId)}`,
} as const;

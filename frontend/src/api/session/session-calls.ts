import type { SessionCalls } from '../contract/base-query';

export const sessionCalls: SessionCalls = {
  renewal: () => import('./renewal'),
  linkedOrder: () => import('./linked-order'),
};

import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { CartRoot } from '../../lib/cart/cart-slice';
import type { SessionRoot } from '../../lib/session/session-slice';
import type { GarageRoot } from '../../lib/vehicle/vehicle-slice';
import { isApiError } from '../contract/problem';
import { closeSession } from './close-session';

/**
 * Signs out when a call was refused because of the user; the guard then redirects them.
 * @param statuses the HTTP statuses that end the session
 */
export function useEndedSession(error: unknown, statuses: number[]): void {
  const dispatch = useShopDispatch();
  const refused = isApiError(error) && statuses.some((status) => status === error.status);

  useEffect(() => {
    if (refused) void dispatch(closeSession('expired'));
  }, [refused, dispatch]);
}

/**
 * Dispatch for the session's thunks, without depending on the store, which the app creates above
 * this layer.
 */
export const useShopDispatch =
  useDispatch.withTypes<
    ThunkDispatch<SessionRoot & CartRoot & GarageRoot, unknown, UnknownAction>
  >();

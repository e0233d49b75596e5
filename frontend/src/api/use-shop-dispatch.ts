import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { SessionRoot } from '../lib/session/session-slice';

/** Dispatch for the session's thunks, without naming the store that the app builds above this layer. */
export const useShopDispatch =
  useDispatch.withTypes<ThunkDispatch<SessionRoot, unknown, UnknownAction>>();

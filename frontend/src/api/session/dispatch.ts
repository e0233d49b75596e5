import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { SessionRoot } from '../../lib/session/session-slice';
import type { ApiError } from '../contract/problem';

export type Dispatch = ThunkDispatch<SessionRoot, unknown, UnknownAction>;

export type Exchange = { accessToken: string; email: string } | { error: ApiError };

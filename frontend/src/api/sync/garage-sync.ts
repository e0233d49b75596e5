import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { selectOwner, selectMember, type SessionRoot } from '../../lib/session/session-slice';
import { EMPTY_GARAGE, garageOf, type Garage } from '../../lib/vehicle/garage';
import {
  readGuestGarage,
  readMemberGarage,
  writeMemberGarage,
  type MemberGarage,
} from '../../lib/vehicle/garage-storage';
import { isSameGarage, mergeGarages } from '../../lib/vehicle/merge-garages';
import { garageFollowed, selectGarage, type GarageRoot } from '../../lib/vehicle/vehicle-slice';
import { codeOf } from '../contract/problem';
import { carNamed, vehiclesApi } from '../vehicles';

type Root = SessionRoot & GarageRoot;
type GarageThunk<Outcome> = ThunkAction<Promise<Outcome>, Root, unknown, UnknownAction>;

/** Conflicts with other browsers before this one waits for the next change. */
const MAX_TRIES = 4;

/**
 * The owner whose garage was read since the page was opened. Before that, another browser may have
 * changed it.
 */
let readFor: string | null = null;
let running: Promise<unknown> = Promise.resolve();

/** Merges the local garage with the member's saved garage; one sync at a time. */
export function syncGarage(): GarageThunk<void> {
  return (dispatch) => {
    const turn = running.then(() => dispatch(syncNow()));
    running = turn.catch(() => undefined);
    return turn;
  };
}

function syncNow(): GarageThunk<void> {
  return async (dispatch, getState) => {
    const owner = selectOwner(getState());
    if (owner === null || selectMember(getState()) === null) return;
    let known = ofOwner(owner);
    if (known === null || readFor !== owner) known = await dispatch(read(owner));
    for (let tries = 0; known !== null && tries < MAX_TRIES; tries += 1) {
      if (isSameGarage(selectGarage(getState()), known.saved)) break;
      const outcome = await dispatch(write(known));
      if (outcome !== 'conflict') break;
      known = await dispatch(read(owner));
    }
    if (ofOwner(owner)) await dispatch(nameVehicles(owner));
  };
}

/**
 * The member's garage in this browser; null before the first response, or if it is another
 * member's.
 */
function ofOwner(owner: string): MemberGarage | null {
  const known = readMemberGarage();
  return known?.owner === owner ? known : null;
}

/**
 * The saved garage merged with the local one; null without a response, or if the user has changed.
 */
function read(owner: string): GarageThunk<MemberGarage | null> {
  return async (dispatch, getState) => {
    const email = selectMember(getState())?.email;
    if (email === undefined) return null;
    const { data } = await dispatch(
      vehiclesApi.endpoints.getGarage.initiate({ email }, { forceRefetch: true, subscribe: false }),
    );
    if (data === undefined || selectOwner(getState()) !== owner) return null;
    const saved = garageOf(
      data.vehicles.map((id) => ({ id })),
      data.chosen ?? null,
    );
    const known = ofOwner(owner);
    // Nothing is taken over from a previous member.
    const here =
      known || readMemberGarage() === null ? selectGarage(getState()) : readGuestGarage();
    const merged = mergeGarages(known?.saved ?? EMPTY_GARAGE, here, saved);
    const garage = { ...merged, owner, revision: data.revision, saved };
    writeMemberGarage(garage);
    readFor = owner;
    dispatch(garageFollowed(merged));
    return garage;
  };
}

function write({ owner, revision }: MemberGarage): GarageThunk<'done' | 'conflict'> {
  return async (dispatch, getState) => {
    const email = selectMember(getState())?.email;
    if (email === undefined || selectOwner(getState()) !== owner) return 'done';
    const { vehicles, chosen } = selectGarage(getState());
    const garageRequest = {
      revision,
      vehicles: vehicles.map(({ id }) => id),
      ...(chosen !== null && { chosen }),
    };
    const { data, error } = await dispatch(
      vehiclesApi.endpoints.saveGarage.initiate({ email, garageRequest }, { track: false }),
    );
    if (data === undefined) return codeOf(error) === 'changed_meanwhile' ? 'conflict' : 'done';
    const now = ofOwner(owner);
    if (now) writeMemberGarage({ ...now, revision: data.revision, saved: { vehicles, chosen } });
    return 'done';
  };
}

/** The shop stores vehicle keys only. Their names are fetched once. */
function nameVehicles(owner: string): GarageThunk<void> {
  return async (dispatch, getState) => {
    const vehicle = namelessIn(selectGarage(getState()));
    if (vehicle.length === 0) return;
    const { data = [] } = await dispatch(
      vehiclesApi.endpoints.getVehicleNames.initiate({ vehicle }, { subscribe: false }),
    );
    if (data.length === 0 || selectOwner(getState()) !== owner) return;
    const names = new Map(data.map((named) => [named.id, carNamed(named)]));
    const { vehicles, chosen } = selectGarage(getState());
    dispatch(garageFollowed({ vehicles: vehicles.map((one) => names.get(one.id) ?? one), chosen }));
  };
}

const namelessIn = ({ vehicles }: Garage) =>
  vehicles.filter(({ car }) => car === undefined).map(({ id }) => id);

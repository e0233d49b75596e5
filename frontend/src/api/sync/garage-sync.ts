import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { selectOwner, type SessionRoot } from '../../lib/session/session-slice';
import { EMPTY_GARAGE, garageOf, type Garage } from '../../lib/vehicle/garage';
import {
  readGuestGarage,
  readMemberGarage,
  writeMemberGarage,
} from '../../lib/vehicle/garage-storage';
import { isSameGarage, mergeGarages } from '../../lib/vehicle/merge-garages';
import { garageFollowed, selectGarage, type GarageRoot } from '../../lib/vehicle/vehicle-slice';
import { carNamed, vehiclesApi } from '../vehicles';
import { documentSync } from './document-sync';

type Root = SessionRoot & GarageRoot;
type GarageThunk = ThunkAction<Promise<void>, Root, unknown, UnknownAction>;

/** The member's garage in this browser; null if there is none, or if it is another member's. */
function garageOfOwner(owner: string) {
  const known = readMemberGarage();
  return known?.owner === owner ? known : null;
}

const sync = documentSync<Garage, Root>({
  read: async (dispatch, email) => {
    const { data } = await dispatch(
      vehiclesApi.endpoints.getGarage.initiate({ email }, { forceRefetch: true, subscribe: false }),
    );
    if (data === undefined) return undefined;
    const vehicles = data.vehicles.map((id) => ({ id }));
    return { revision: data.revision, content: garageOf(vehicles, data.chosen ?? null) };
  },
  write: (dispatch, email, { revision, content: { vehicles, chosen } }) => {
    const garageRequest = {
      revision,
      vehicles: vehicles.map(({ id }) => id),
      ...(chosen !== null && { chosen }),
    };
    return dispatch(
      vehiclesApi.endpoints.saveGarage.initiate({ email, garageRequest }, { track: false }),
    );
  },
  select: (state) => {
    const { vehicles, chosen } = selectGarage(state);
    return { vehicles, chosen };
  },
  followed: garageFollowed,
  readKnown: () => {
    const known = readMemberGarage();
    return known && { owner: known.owner, revision: known.revision, content: known.saved };
  },
  writeKnown: ({ owner, revision, content: saved }, here) => {
    const garage = here ?? garageOfOwner(owner);
    if (garage) writeMemberGarage({ ...garage, owner, revision, saved });
  },
  changesFor: (owner, here) => {
    const known = garageOfOwner(owner);
    if (known) return { base: known.saved, here };
    // Nothing is taken over from a previous member.
    return { base: EMPTY_GARAGE, here: readMemberGarage() === null ? here : readGuestGarage() };
  },
  merge: mergeGarages,
  isSame: isSameGarage,
});

/** Merges the local garage with the member's saved garage. */
export function syncGarage(): GarageThunk {
  return async (dispatch) => {
    await dispatch(sync());
    await dispatch(nameVehicles());
  };
}

/** The shop stores vehicle keys only. Their names are fetched once. */
function nameVehicles(): GarageThunk {
  return async (dispatch, getState) => {
    const owner = selectOwner(getState());
    if (owner === null || garageOfOwner(owner) === null) return;
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

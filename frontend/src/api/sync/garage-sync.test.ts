import { expect, it } from 'vitest';
import { signedIn, signedOut } from '../../lib/session/session-slice';
import { readGarage, writeGarage } from '../../lib/vehicle/garage-storage';
import {
  selectGarage,
  vehicleChosen,
  vehicleDropped,
  vehicleRemoved,
} from '../../lib/vehicle/vehicle-slice';
import { tokenOf } from '../../testing/cart-shop';
import { marta } from '../../testing/fixtures';
import { json, problem, serve, testStore } from '../../testing/test-shop';
import { syncGarage } from './garage-sync';
import { closeSession } from '../session/close-session';

const id = (model: string) => `2018/honda/${model}`;
const car = (model: string) => ({ id: id(model), car: `2018 Honda ${model}` });

interface Kept {
  revision: number;
  vehicles: string[];
  chosen?: string;
}

/** A new member for each test, because a user's data outlives a test, as it outlives a session. */
let members = 0;

/** A browser with some cars, and a shop that stores others for the member who signs in. */
function open(here: string[], saved: string[], chosen?: string) {
  const shop: Kept = { revision: saved.length, vehicles: saved.map(id), chosen };
  /** Runs before the next PUT is answered, to simulate another browser's change. */
  let beforePut: (() => void) | null = null;
  const calls = serve(({ method, path, query, body }) => {
    if (path === '/vehicles/names') {
      const names = query.getAll('vehicle').map((vehicle) => {
        const [year, make = '', model = ''] = vehicle.split('/');
        return {
          id: vehicle,
          name: vehicle,
          year: Number(year),
          make: { id: make, name: 'Honda' },
          model: { id: `${make}/${model}`, name: model },
        };
      });
      return json(names);
    }
    if (path !== `/garages/${encodeURIComponent(marta.email)}`) return json({});
    if (method === 'PUT') {
      beforePut?.();
      beforePut = null;
      const requested = JSON.parse(body) as Kept;
      if (requested.revision !== shop.revision) return problem(409, 'changed_meanwhile');
      Object.assign(shop, { chosen: undefined, ...requested, revision: shop.revision + 1 });
    }
    return json(shop);
  });
  const store = testStore();
  let mirrored = selectGarage(store.getState());
  store.subscribe(() => {
    const garage = selectGarage(store.getState());
    if (garage !== mirrored) writeGarage(garage);
    mirrored = garage;
  });
  for (const model of here) store.dispatch(vehicleChosen(car(model)));
  const signIn = () =>
    store.dispatch(signedIn({ person: marta, accessToken: tokenOf(`driver-${members}`) }));
  members += 1;
  signIn();
  return {
    shop,
    store,
    signIn,
    sync: () => store.dispatch(syncGarage()),
    garage: () => selectGarage(store.getState()),
    models: () => selectGarage(store.getState()).vehicles.map((one) => one.id.split('/')[2]),
    beforeNextPut: (action: () => void) => (beforePut = action),
    methods: () => calls.map(({ method }) => method).join(' '),
  };
}

it('merges the cars of browser and member at sign-in; the browser’s selection stays', async () => {
  const { shop, sync, models, garage } = open(['fit', 'jazz'], ['civic', 'fit'], id('civic'));
  await sync();
  expect(models()).toEqual(['civic', 'fit', 'jazz']);
  expect(garage().chosen).toBe(id('jazz'));
  expect(shop).toEqual({
    revision: 3,
    vehicles: ['civic', 'fit', 'jazz'].map(id),
    chosen: id('jazz'),
  });
});

it('loads the names of the member’s cars', async () => {
  const { sync, garage } = open([], ['civic'], id('civic'));
  await sync();
  expect(garage()).toMatchObject({ vehicles: [car('civic')], chosen: id('civic') });
});

it('saves local changes and reads only once', async () => {
  const { shop, store, sync, methods } = open(['fit'], []);
  await sync();
  expect(methods()).toBe('GET PUT');
  store.dispatch(vehicleChosen(car('jazz')));
  await sync();
  store.dispatch(vehicleRemoved(id('fit')));
  store.dispatch(vehicleDropped());
  await sync();
  expect(shop).toEqual({ revision: 3, vehicles: [id('jazz')], chosen: undefined });
  await sync();
  expect(methods()).toBe('GET PUT PUT PUT');
});

it('keeps what another tab stores during a save', async () => {
  const { store, sync, beforeNextPut } = open(['fit'], []);
  await sync();
  store.dispatch(vehicleChosen(car('jazz')));
  const stored = { vehicles: [car('fit'), car('jazz'), car('civic')], chosen: id('civic') };
  beforeNextPut(() => {
    writeGarage(stored);
  });
  await sync();
  expect(readGarage()).toEqual(stored);
});

it('reads, merges and saves again on a conflict', async () => {
  const { shop, store, sync, models, beforeNextPut } = open(['fit'], []);
  await sync();
  store.dispatch(vehicleChosen(car('jazz')));
  beforeNextPut(() => {
    Object.assign(shop, { revision: 7, vehicles: [id('civic')], chosen: id('civic') });
  });
  await sync();
  // The other browser has removed the Fit, and this one has not changed it.
  expect(models()).toEqual(['civic', 'jazz']);
  expect(shop).toEqual({ revision: 8, vehicles: [id('civic'), id('jazz')], chosen: id('jazz') });
});

it('restores the browser’s own cars after Sign Out', async () => {
  const { store, signIn, sync, models, garage } = open(['fit'], ['civic']);
  await sync();
  store.dispatch(vehicleChosen(car('jazz')));
  await sync();
  await store.dispatch(closeSession());
  expect(models()).toEqual(['fit']);
  expect(garage().chosen).toBe(id('fit'));
  expect(readGarage().vehicles).toEqual([car('fit')]);

  signIn();
  await sync();
  expect(models()).toEqual(['civic', 'fit', 'jazz']);
});

it('does not show the next user the cars of an expired session', async () => {
  const { shop, store, sync, models } = open(['fit'], ['civic']);
  await sync();
  store.dispatch(signedOut('expired'));
  expect(models()).toEqual(['civic', 'fit']);
  Object.assign(shop, { revision: 0, vehicles: [], chosen: undefined });
  store.dispatch(signedIn({ person: marta, accessToken: tokenOf('another-user') }));
  await sync();
  expect(models()).toEqual(['fit']);
  expect(shop.vehicles).toEqual([id('fit')]);
});

it('requests nothing for visitors', async () => {
  const { store, sync, methods } = open(['fit'], []);
  store.dispatch(signedOut());
  await sync();
  expect(methods()).toBe('');
});

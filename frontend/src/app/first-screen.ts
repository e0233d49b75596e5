import { paths } from '../lib/paths';
import { selectVehicle } from '../lib/vehicle/vehicle-slice';
import { screens } from './router';
import { prepareScreens } from './screen';
import { store } from './store';
import { fetchVehicleBar } from './vehicle-bar';

/** Maximum time on an empty page; after that the screen shows its own loading state. */
const PATIENCE_MS = 2000;

/** Prefetches the data of the page at this address. Failed requests are repeated by the screen. */
async function prepare(): Promise<void> {
  const address = new URL(window.location.href);
  const showsCar = address.pathname === paths.home && selectVehicle(store.getState()) !== null;
  await Promise.allSettled([prepareScreens(screens, address), showsCar && fetchVehicleBar()]);
}

/**
 * Waits until the first screen has its data. Readable server-rendered content stays until then,
 * with no time limit.
 */
export function firstScreen(): Promise<unknown> {
  const isReadable = document.querySelector('#root h1') !== null;
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return isReadable ? prepare() : Promise.race([prepare(), patience]);
}

import { paths } from '../lib/paths';
import { selectVehicle } from '../lib/vehicle/vehicle-slice';
import { screens } from './router';
import { prepareScreens } from './screen';
import { store } from './store';
import { fetchVehicleBar } from './vehicle-bar';

/** Longer than this, nobody waits before an empty page: the screen says itself that something is on its way. */
const PATIENCE_MS = 2000;

/** Asks for what is at the page's address. What does not come is asked for again where it stands. */
async function prepare(): Promise<void> {
  const address = new URL(window.location.href);
  const showsCar = address.pathname === paths.home && selectVehicle(store.getState()) !== null;
  await Promise.allSettled([prepareScreens(screens, address), showsCar && fetchVehicleBar()]);
}

/** Waits until the first screen has what it shows. What can be read already is not taken away before. */
export function firstScreen(): Promise<unknown> {
  const isReadable = document.querySelector('#root h1') !== null;
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return isReadable ? prepare() : Promise.race([prepare(), patience]);
}

import { selectVehicle } from '../lib/vehicle/vehicle-slice';
import { screens } from './router';
import { prepareScreens } from './screen';
import { store } from './store';
import { fetchVehicleBar } from './vehicle-bar';

/** Longer than this, nobody waits for what a screen shows: then it says itself that something is on its way. */
const PATIENCE_MS = 2000;

/** Asks for what is at the page's address. What does not come is asked for again where it stands. */
async function prepare(): Promise<void> {
  const address = new URL(window.location.href);
  const hasCar = selectVehicle(store.getState()) !== null;
  await Promise.allSettled([prepareScreens(screens, address), hasCar && fetchVehicleBar()]);
}

/** Waits until the first screen has what it shows. */
export const firstScreen = () =>
  Promise.race([prepare(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { garageOf, withChosen, type Garage, type GarageVehicle } from './garage';
import { readGarage } from './garage-storage';

interface GarageState extends Garage {
  /** How often something was changed from here: that, and nothing else, is news to the shop. */
  edits: number;
}

/** The part of the store this slice lives in. */
export interface GarageRoot {
  garage: GarageState;
}

const edited = ({ edits }: GarageState, garage: Garage): GarageState => ({
  ...garage,
  edits: edits + 1,
});

/** The vehicles of a visitor, and which of them they shop for. */
const vehicleSlice = createSlice({
  name: 'garage',
  initialState: (): GarageState => ({ ...readGarage(), edits: 0 }),
  reducers: {
    vehicleChosen: (state, { payload }: PayloadAction<GarageVehicle>) =>
      edited(state, withChosen(state, payload)),
    /** Another car for the garage; the one that is shopped for stays it. */
    vehicleAdded: (state, { payload }: PayloadAction<GarageVehicle>) =>
      edited(state, garageOf(withChosen(state, payload).vehicles, state.chosen)),
    /** No car is shopped for any more; it stays in the garage. */
    vehicleDropped: (state) => edited(state, { vehicles: state.vehicles, chosen: null }),
    vehicleRemoved: (state, { payload }: PayloadAction<string>) =>
      edited(
        state,
        garageOf(
          state.vehicles.filter(({ id }) => id !== payload),
          state.chosen,
        ),
      ),
    /** Another tab, or the shop, knows better. */
    garageFollowed: ({ edits }, { payload }: PayloadAction<Garage>): GarageState => ({
      ...payload,
      edits,
    }),
  },
});

export const { vehicleChosen, vehicleAdded, vehicleDropped, vehicleRemoved, garageFollowed } =
  vehicleSlice.actions;
export const garageReducer = vehicleSlice.reducer;

export const selectGarage = ({ garage }: GarageRoot) => garage;
/** The vehicle that is shopped for; null when none is chosen. */
export const selectVehicle = ({ garage: { vehicles, chosen } }: GarageRoot) =>
  vehicles.find(({ id }) => id === chosen) ?? null;

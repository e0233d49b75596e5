import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { garageOf, withChosen, type Garage, type GarageVehicle } from './garage';
import { readGarage } from './garage-storage';

interface GarageState extends Garage {
  /** Counts local changes: only these are sent to the shop. */
  edits: number;
}

/** The part of the store that contains this slice. */
export interface GarageRoot {
  garage: GarageState;
}

const edited = ({ edits }: GarageState, garage: Garage): GarageState => ({
  ...garage,
  edits: edits + 1,
});

/** A visitor's vehicles and the current one. */
const vehicleSlice = createSlice({
  name: 'garage',
  initialState: (): GarageState => ({ ...readGarage(), edits: 0 }),
  reducers: {
    vehicleChosen: (state, { payload }: PayloadAction<GarageVehicle>) =>
      edited(state, withChosen(state, payload)),
    /** Adds a car to the garage; the current one does not change. */
    vehicleAdded: (state, { payload }: PayloadAction<GarageVehicle>) =>
      edited(state, garageOf(withChosen(state, payload).vehicles, state.chosen)),
    /** Clears the current car; it stays in the garage. */
    vehicleDropped: (state) => edited(state, { vehicles: state.vehicles, chosen: null }),
    vehicleRemoved: (state, { payload }: PayloadAction<string>) =>
      edited(
        state,
        garageOf(
          state.vehicles.filter(({ id }) => id !== payload),
          state.chosen,
        ),
      ),
    /** Replaces the garage with that of another tab or of the shop. */
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
/** The current vehicle; null if none is selected. */
export const selectVehicle = ({ garage: { vehicles, chosen } }: GarageRoot) =>
  vehicles.find(({ id }) => id === chosen) ?? null;

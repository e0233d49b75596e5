import { useState } from 'react';
import { useShopDispatch } from '../../api/session-hooks';
import { vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { GarageList } from './garage-list';
import { VehicleSheet } from './vehicle-sheet';

/** A member's cars, the same in all their browsers. */
export function GaragePage() {
  const dispatch = useShopDispatch();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <DashboardHeading title="My Garage" />
      <GarageList
        onChoose={(vehicle) => {
          dispatch(vehicleChosen(vehicle));
        }}
        onAdd={() => {
          setAdding(true);
        }}
      />
      {adding && (
        <VehicleSheet
          start="choose"
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </>
  );
}

import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../../api/session/session-hooks';
import { selectMember } from '../../lib/session/session-slice';
import { vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { GarageList } from './garage-list';
import { BrowserOnlyNote } from './browser-only-note';
import { VehicleSheet } from './vehicle-sheet';

/** The user's cars: a member's are synced across browsers, those of others stay in this browser. */
export function GaragePage() {
  const dispatch = useShopDispatch();
  const isMember = useSelector(selectMember) !== null;
  const [adding, setAdding] = useState(false);
  return (
    <>
      <DashboardHeading title="My Garage" />
      {!isMember && <BrowserOnlyNote />}
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

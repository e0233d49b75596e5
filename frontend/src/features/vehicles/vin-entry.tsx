import { useState } from 'react';
import { fetched } from '../../lib/fetched';
import type { Picker } from './use-picker';

interface VinEntryProps {
  picker: Picker;
  onBegin?: () => void;
}

const VinField = fetched(async () => (await import('./vin-field')).VinField);

/**
 * Offers to read year and make from a VIN. The field, with its table of makers, is loaded on
 * demand.
 */
export function VinEntry({ picker, onBegin }: VinEntryProps) {
  const [open, setOpen] = useState(false);
  if (open) return <VinField picker={picker} onBegin={onBegin} />;
  return (
    <button
      type="button"
      className="link-button vin-link"
      aria-expanded={false}
      onClick={() => {
        setOpen(true);
      }}
    >
      Use your VIN
    </button>
  );
}

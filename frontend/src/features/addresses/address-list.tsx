import { ArrowUp, Check, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedAddress } from '../../api/generated-types';
import { destinationLines, destinationName } from '../../lib/places/destination';
import { Button } from '../../ui/controls/button';
import { Badge } from '../../ui/data/badge';

type Deed = (address: SavedAddress) => void;

interface AddressListProps {
  addresses: SavedAddress[];
  onEdit: Deed;
  onRemove: Deed;
  onOfferFirst: Deed;
}

/** The addresses as printed on parcels, in the order they are offered. */
export function AddressList({ addresses, onEdit, onRemove, onOfferFirst }: AddressListProps) {
  return (
    <ul className="address-list">
      {addresses.map((address, position) => (
        <li key={position}>
          {position === 0 && (
            <Badge tone="positive" icon={Check}>
              Default
            </Badge>
          )}
          <address>{[...destinationLines(address.destination), address.phone].join('\n')}</address>
          <div className="actions">
            <Action icon={<Pencil className="icon" />} address={address} onDeed={onEdit}>
              Edit
            </Action>
            {position > 0 && (
              <Action icon={<ArrowUp className="icon" />} address={address} onDeed={onOfferFirst}>
                Set as default
              </Action>
            )}
            <Action icon={<Trash2 className="icon" />} address={address} onDeed={onRemove}>
              Remove
            </Action>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ActionProps {
  icon: ReactNode;
  address: SavedAddress;
  onDeed: Deed;
  children: string;
}

/** An action on an address. The label includes the address for screen readers. */
function Action({ icon, address, onDeed, children }: ActionProps) {
  return (
    <Button
      size="small"
      icon={icon}
      onClick={() => {
        onDeed(address);
      }}
    >
      {children} <span className="sr-only">{destinationName(address.destination)}</span>
    </Button>
  );
}

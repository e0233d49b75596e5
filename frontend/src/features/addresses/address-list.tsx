import { ArrowUp, Check, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedAddress } from '../../api/contract/generated-types';
import { destinationLines, destinationName } from '../../lib/places/destination';
import { Button } from '../../ui/controls/button';
import { Badge } from '../../ui/data/badge';

type AddressHandler = (address: SavedAddress) => void;

interface AddressListProps {
  addresses: SavedAddress[];
  onEdit: AddressHandler;
  onRemove: AddressHandler;
  onOfferFirst: AddressHandler;
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
            <Action icon={<Pencil className="icon" />} address={address} onAction={onEdit}>
              Edit
            </Action>
            {position > 0 && (
              <Action icon={<ArrowUp className="icon" />} address={address} onAction={onOfferFirst}>
                Set as default
              </Action>
            )}
            <Action icon={<Trash2 className="icon" />} address={address} onAction={onRemove}>
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
  onAction: AddressHandler;
  children: string;
}

/** An action on an address. The label includes the address for screen readers. */
function Action({ icon, address, onAction, children }: ActionProps) {
  return (
    <Button
      size="small"
      icon={icon}
      onClick={() => {
        onAction(address);
      }}
    >
      {children} <span className="sr-only">{destinationName(address.destination)}</span>
    </Button>
  );
}

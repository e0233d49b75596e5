import { Clock, Truck } from 'lucide-react';
import { Badge } from './badge';

export function ShippingBadge({ status }: { status: 'pending' | 'shipped' }) {
  return status === 'shipped' ? (
    <Badge tone="info" icon={Truck}>
      shipped
    </Badge>
  ) : (
    <Badge tone="neutral" icon={Clock}>
      pending
    </Badge>
  );
}

import { useFormikContext } from 'formik';
import { TriangleAlert } from 'lucide-react';
import type { ProductForm } from './product-schema';

/** Whether both numbers are typed, and no order could be as small as the stock. */
export function isBeyondStock({ minOrderQuantity, available }: ProductForm): boolean {
  const typed = minOrderQuantity.trim() !== '' && available.trim() !== '';
  return typed && Number(minOrderQuantity) > Number(available);
}

/** Warns of a part that cannot be ordered. It may be wanted so: more pieces may be on their way. */
export function BeyondStock() {
  const { values } = useFormikContext<ProductForm>();
  return (
    <span role="status">
      {isBeyondStock(values) && (
        <span className="flex gap-2 text-warning">
          <TriangleAlert className="icon mt-1" />
          Nobody can order this: the minimum is above the stock.
        </span>
      )}
    </span>
  );
}

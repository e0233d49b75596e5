import { useFormikContext } from 'formik';
import { TriangleAlert } from 'lucide-react';
import { partDescription } from '../../../api/contract/generated-types';
import { LongTextField, TextField } from '../../../ui/forms/text-field';
import { ListingFields } from './listing-fields';
import { MainPictureDrop } from './picture-rows';
import type { ProductForm } from './product-schema';

interface ProductFieldsProps {
  /** Whether the initial stock is set here; later it has its own panel. */
  withStock: boolean;
}

/** The required product fields and the optional ones. */
export function ProductFields({ withStock }: ProductFieldsProps) {
  return (
    <>
      <TextField name="title" label="Title" />
      <LongTextField name="desc" label="Description" rows={4} limit={partDescription.maxLength} />
      <TextField
        name="img"
        label="Image"
        hint="An https address, or a path of this shop like /catalogue/alternator.svg"
      />
      <MainPictureDrop />
      <div className={withStock ? 'three-columns' : 'pair'}>
        <TextField name="price" label="Price in $" type="number" inputMode="decimal" />
        <TextField
          name="minOrderQuantity"
          label="Minimum order"
          type="number"
          inputMode="numeric"
        />
        {withStock && (
          <TextField
            name="available"
            label="Available pieces"
            type="number"
            inputMode="numeric"
            hint={<BeyondStock />}
          />
        )}
      </div>
      <ListingFields />
    </>
  );
}

/** Whether both numbers are filled in and the minimum order exceeds the stock. */
function isBeyondStock({ minOrderQuantity, available }: ProductForm): boolean {
  const typed = minOrderQuantity.trim() !== '' && available.trim() !== '';
  return typed && Number(minOrderQuantity) > Number(available);
}

/**
 * Warns about a part that cannot be ordered. This may be intended, if more pieces are on their way.
 */
function BeyondStock() {
  const { values } = useFormikContext<ProductForm>();
  return (
    <span role="status">
      {isBeyondStock(values) && (
        <span className="stock-warning">
          <TriangleAlert className="icon" />
          This cannot be ordered: the minimum is above the stock.
        </span>
      )}
    </span>
  );
}

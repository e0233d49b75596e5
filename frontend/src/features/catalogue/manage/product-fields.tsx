import { useFormikContext } from 'formik';
import { CirclePlus, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { partDescription } from '../../../api/generated-limits';
import { paths } from '../../../lib/paths';
import { KeepDraft, type useDraft } from '../../../ui/forms/draft';
import { Form, SubmitButton } from '../../../ui/forms/form';
import { LongTextField, TextField } from '../../../ui/forms/text-field';
import { Alert } from '../../../ui/messages/alert';
import type { ProductForm } from './product-schema';

interface ProductFieldsProps {
  draft: ReturnType<typeof useDraft<ProductForm>>;
  blank: ProductForm;
  problem: string | null;
  /** The part that was added last. */
  added: { id: string; title: string } | null;
}

export function ProductFields({ draft, blank, problem, added }: ProductFieldsProps) {
  return (
    <Form className="dash-form" label="New product">
      <TextField name="title" label="Title" />
      <LongTextField name="desc" label="Description" rows={4} limit={partDescription.maxLength} />
      <TextField
        name="img"
        label="Image"
        hint="An https address, or a path of this shop like /catalogue/alternator.svg"
      />
      <div className="trio">
        <TextField name="price" label="Price in $" type="number" inputMode="decimal" />
        <TextField
          name="minOrderQuantity"
          label="Minimum order"
          type="number"
          inputMode="numeric"
        />
        <TextField
          name="available"
          label="Available pieces"
          type="number"
          inputMode="numeric"
          hint={<BeyondStock />}
        />
      </div>
      <div>
        <SubmitButton icon={<CirclePlus className="icon" />}>Add Product</SubmitButton>
      </div>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
      {added !== null && (
        <Alert tone="positive">
          <p>
            <Link to={paths.part(added.id)}>{added.title}</Link> is in the shop.
          </p>
        </Alert>
      )}
      <KeepDraft draft={draft} blank={blank} />
    </Form>
  );
}

/** Whether both numbers are typed, and no order could be as small as the stock. */
function isBeyondStock({ minOrderQuantity, available }: ProductForm): boolean {
  const typed = minOrderQuantity.trim() !== '' && available.trim() !== '';
  return typed && Number(minOrderQuantity) > Number(available);
}

/** Warns of a part that cannot be ordered. It may be wanted so: more pieces may be on their way. */
function BeyondStock() {
  const { values } = useFormikContext<ProductForm>();
  return (
    <span role="status">
      {isBeyondStock(values) && (
        <span className="flex gap-2 text-warning">
          <TriangleAlert className="icon mt-1" />
          This cannot be ordered: the minimum is above the stock.
        </span>
      )}
    </span>
  );
}

import { CirclePlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Form } from '../../ui/fields/form';
import { KeepDraft } from '../../ui/fields/keep-draft';
import { LongTextField } from '../../ui/fields/long-text-field';
import { SubmitButton } from '../../ui/fields/submit-button';
import { TextField } from '../../ui/fields/text-field';
import type { useDraft } from '../../ui/fields/use-draft';
import { BeyondStock } from './beyond-stock';
import { DESCRIPTION_LIMIT, type ProductForm } from './product-schema';

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
      <LongTextField name="desc" label="Description" rows={4} limit={DESCRIPTION_LIMIT} />
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

import { Copy, Search } from 'lucide-react';
import { useState } from 'react';
import { object, string } from 'yup';
import { adminApi } from '../../../../api/admin';
import { shopApi } from '../../../../api/index';
import type { Part } from '../../../../api/contract/generated-types';
import { codeOf } from '../../../../api/contract/problem';
import { formatCount } from '../../../../lib/format';
import { validation } from '../../../../lib/texts';
import { SelectField } from '../../../../ui/forms/choice-fields';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { TextField } from '../../../../ui/forms/text-field';
import { whyNot } from './model-dialog';

const schema = object({
  number: string().trim().required(validation.required('part number')),
  from: string().default(''),
});

interface CopyDialogProps {
  part: string;
  revision: number;
  /** How many applications the copy replaces. */
  replaces: number;
  onClose: (message: string | null) => void;
}

/** Finds a part by its number and copies its fitment. */
export function CopyDialog({ part, revision, replaces, onClose }: CopyDialogProps) {
  const [search] = shopApi.useLazySearchPartsQuery();
  const [copyFitment] = adminApi.useCopyFitmentMutation();
  const [found, setFound] = useState<Part[]>([]);
  const hasFound = found.length > 0;

  return (
    <FormDialog
      title="Copy from another part"
      initialValues={{ number: '', from: '' }}
      schema={schema}
      submit={
        hasFound
          ? { label: 'Copy', icon: <Copy className="icon" /> }
          : { label: 'Find', icon: <Search className="icon" /> }
      }
      onSubmit={async ({ number, from }, form) => {
        if (!hasFound) {
          const { data, error } = await search({ q: number.trim() });
          if (!data) return whyNot(error);
          const others = new Map(
            data.numbers.map(({ part: other }) => [other._id, other] as const),
          );
          others.delete(part);
          const [first] = others.values();
          if (!first) return 'No other part has this number.';
          setFound([...others.values()]);
          await form.setFieldValue('from', first._id);
          return '';
        }
        const { error } = await copyFitment({ id: part, fitmentCopy: { revision, from } });
        if (error !== undefined) {
          return codeOf(error) === 'fields_refused' ? 'That part no longer exists.' : whyNot(error);
        }
        return null;
      }}
      onClose={(done) => {
        onClose(done ? 'Copied' : null);
      }}
    >
      <TextField
        name="number"
        label="Part number"
        onEdit={() => {
          setFound([]);
        }}
      />
      {hasFound && (
        <SelectField
          name="from"
          label="Part"
          choices={found.map(({ _id, title, brand, number }) => ({
            value: _id,
            label: [brand?.name, number, title].filter(Boolean).join(' '),
          }))}
          hint={
            replaces > 0 ? `Replaces the models listed now (${formatCount(replaces)})` : undefined
          }
        />
      )}
    </FormDialog>
  );
}

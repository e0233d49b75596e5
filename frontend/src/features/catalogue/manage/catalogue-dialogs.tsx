import type { FormikHelpers, FormikValues } from 'formik';
import { Combine, Trash2 } from 'lucide-react';
import { object, string } from 'yup';
import { adminApi } from '../../../api/admin';
import { brandName, categoryName, categoryPosition } from '../../../api/contract/generated-types';
import type { Brand, Category } from '../../../api/contract/generated-types';
import { fieldSentences } from '../../../api/contract/field-sentences';
import { codeOf, sentenceFor } from '../../../api/contract/problem';
import { formatCount } from '../../../lib/format';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { ConfirmDialog } from '../../../ui/controls/confirm-dialog';
import { type Choice, SelectField } from '../../../ui/forms/choice-fields';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { refuse } from '../../../ui/forms/server-errors';
import { TextField } from '../../../ui/forms/text-field';
import { notify } from '../../../ui/messages/notify';
import { keyFor } from './product-form';

/** Why a brand or category could not be changed. */
function inWords(error: unknown): string {
  switch (codeOf(error)) {
    case 'number_taken':
      return 'Both brands have a part with the same number. Change one of the two numbers, then merge again.';
    case 'key_taken':
      return 'Someone else has just added a similar one. Check the list before you save again.';
    case 'in_use':
      return 'It still contains parts or categories. Merge it into another category, or move them first.';
    case 'not_found':
      return 'It no longer exists. Someone else may have deleted it.';
    default:
      return sentenceFor(error);
  }
}

const LABELS = { name: 'name', parent: 'parent', position: 'position', into: 'choice' };

/** Shows a refusal at its fields; returns any other message, or an empty one. */
function problemOf<Values extends FormikValues>(
  error: unknown,
  values: Values,
  form: FormikHelpers<Values>,
): string {
  return refuse(form, values, fieldSentences(error, LABELS)) ? '' : inWords(error);
}

interface BrandDialogProps {
  /** The brand to rename; undefined to add one. */
  brand?: Brand;
  brands: readonly Brand[];
  onClose: (done: boolean) => void;
}

const name = (limits: { maxLength: number }) =>
  string().trim().required(validation.required('name')).test(notTooLong('name', limits));

export function BrandDialog({ brand, brands, onClose }: BrandDialogProps) {
  const [addBrand] = adminApi.useAddBrandMutation();
  const [saveBrand] = adminApi.useSaveBrandMutation();
  const isTaken = (wanted: string) =>
    brands.some((other) => other._id !== brand?._id && sameName(other.name, wanted));
  return (
    <FormDialog
      title={brand ? `Rename ${brand.name}` : 'Add brand'}
      initialValues={{ name: brand?.name ?? '' }}
      schema={object({
        name: name(brandName).test(
          'new',
          'a brand with this name already exists',
          (wanted) => !isTaken(wanted),
        ),
      })}
      onSubmit={async (values, form) => {
        const brandFields = { name: values.name.trim() };
        const { error } = brand
          ? await saveBrand({ id: brand._id, brandFields })
          : await addBrand({ newBrand: { ...brandFields, key: keyIn(brands, brandFields.name) } });
        if (error !== undefined) return problemOf(error, values, form);
        notify.success(brand ? 'Brand renamed' : 'Brand added');
        return null;
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" />
    </FormDialog>
  );
}

/** A key for a new entry that is unique among the others. */
const keyIn = (others: readonly { _id: string }[], name: string) =>
  keyFor(
    name,
    others.map(({ _id }) => _id),
  );

const sameName = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

const categorySchema = object({
  name: name(categoryName),
  parent: string().default(''),
  position: string()
    .trim()
    .required(validation.required('position'))
    .matches(/^-?\d+$/, validation.numberWhole('position'))
    .test(
      'range',
      validation.outOfRange(
        'position',
        formatCount(categoryPosition.minimum),
        formatCount(categoryPosition.maximum),
      ),
      (typed) =>
        Number(typed) >= categoryPosition.minimum && Number(typed) <= categoryPosition.maximum,
    ),
});

interface CategoryDialogProps {
  /** The category to change; undefined to add one. */
  category?: Category;
  categories: readonly Category[];
  /** Possible parent categories. */
  parents: Choice[];
  onClose: (done: boolean) => void;
}

export function CategoryDialog({ category, categories, parents, onClose }: CategoryDialogProps) {
  const [addCategory] = adminApi.useAddCategoryMutation();
  const [saveCategory] = adminApi.useSaveCategoryMutation();
  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'Add category'}
      initialValues={{
        name: category?.name ?? '',
        parent: category?.parent ?? '',
        position: String(category?.position ?? 0),
      }}
      schema={categorySchema}
      onSubmit={async (values, form) => {
        const { name, parent, position } = categorySchema.cast(values);
        const categoryFields = {
          name,
          position: Number(position),
          ...(parent !== '' && { parent }),
        };
        const { error } = category
          ? await saveCategory({ id: category._id, categoryFields })
          : await addCategory({ newCategory: { ...categoryFields, key: keyIn(categories, name) } });
        if (error !== undefined) return problemOf(error, values, form);
        notify.success(category ? 'Category saved' : 'Category added');
        return null;
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" />
      <SelectField
        name="parent"
        label="Parent category"
        choices={[{ value: '', label: 'None (top level)' }, ...parents]}
      />
      <TextField
        name="position"
        label="Position"
        type="number"
        inputMode="numeric"
        hint="Lower numbers come first; equal numbers are sorted by name"
      />
    </FormDialog>
  );
}

type Kind = 'brand' | 'category';

/** Deletes a brand or category, or merges it into another one. */
function useDelete(kind: Kind) {
  const [deleteBrand] = adminApi.useDeleteBrandMutation();
  const [deleteCategory] = adminApi.useDeleteCategoryMutation();
  return kind === 'brand' ? deleteBrand : deleteCategory;
}

interface MergeDialogProps {
  kind: Kind;
  from: { _id: string; name: string };
  choices: Choice[];
  onClose: (done: boolean) => void;
}

const mergeSchema = object({ into: string().required('choose one') });

export function MergeDialog({ kind, from, choices, onClose }: MergeDialogProps) {
  const remove = useDelete(kind);
  return (
    <FormDialog
      title={`Merge ${from.name} into another ${kind}`}
      initialValues={{ into: '' }}
      schema={mergeSchema}
      submit={{ label: 'Merge', icon: <Combine className="icon" /> }}
      onSubmit={async (values, form) => {
        const { error } = await remove({ id: from._id, into: values.into });
        if (error !== undefined) return problemOf(error, values, form);
        notify.success('Merged');
        return null;
      }}
      onClose={onClose}
    >
      <SelectField
        name="into"
        label={`Which ${kind} do you want to keep?`}
        choices={[{ value: '', label: 'Choose…' }, ...choices]}
        hint={`Everything in ${from.name} moves there, and ${from.name} is deleted. This cannot be undone.`}
      />
    </FormDialog>
  );
}

interface DeleteDialogProps {
  kind: Kind;
  thing: { _id: string; name: string };
  onClose: (done: boolean) => void;
}

export function DeleteDialog({ kind, thing, onClose }: DeleteDialogProps) {
  const remove = useDelete(kind);

  const confirm = async () => {
    const { error } = await remove({ id: thing._id });
    if (error !== undefined) return inWords(error);
    notify.success(kind === 'brand' ? 'Brand deleted' : 'Category deleted');
    return null;
  };

  return (
    <ConfirmDialog
      question={`Delete this ${kind}?`}
      confirm={{ label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <b>{thing.name}</b>{' '}
      {kind === 'brand'
        ? 'will be deleted. Its parts stay, without a brand.'
        : 'will be deleted if it contains no parts and no other categories.'}
    </ConfirmDialog>
  );
}

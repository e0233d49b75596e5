import { Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { adminApi } from '../../../api/admin';
import { fieldSentences, sentenceFor } from '../../../api/problem';
import { useEndedSession } from '../../../api/session-hooks';
import { toasts } from '../../../lib/texts';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { refuse } from '../../../ui/forms/server-errors';
import { useDraft } from '../../../ui/forms/draft';
import { notify } from '../../../ui/messages/notify';
import { ProductFields } from './product-fields';
import { ProductPreview } from './product-preview';
import { productSchema, type ProductForm as Values } from './product-schema';

const BLANK: Values = {
  title: '',
  desc: '',
  img: '',
  minOrderQuantity: '',
  available: '',
  price: '',
};
const LABELS = {
  title: 'title',
  desc: 'description',
  img: 'image',
  minOrderQuantity: 'minimum order',
  available: 'available quantity',
  price: 'price',
};
const MAYBE_ADDED = 'Check Manage Products before you try again: it may have been added.';

export function AddProductPage() {
  const [addPart, { error }] = adminApi.useAddPartMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<{ id: string; title: string } | null>(null);
  const draft = useDraft('product', BLANK);
  useEndedSession(error, [401]);

  const submit = async (values: Values, form: FormikHelpers<Values>) => {
    setProblem(null);
    setAdded(null);
    const { title, desc, img, ...numbers } = productSchema.cast(values);
    const newPart = {
      title,
      desc,
      img,
      minOrderQuantity: Number(numbers.minOrderQuantity),
      available: Number(numbers.available),
      price: Number(numbers.price),
    };
    const answer = await addPart({ newPart });
    if (answer.data) {
      notify.success(toasts.productAdded);
      setAdded({ id: answer.data.insertedId, title });
      form.resetForm({ values: BLANK });
      return;
    }
    const sentences = fieldSentences(answer.error, LABELS);
    refuse(form, values, sentences);
    if (Object.keys(sentences).length === 0) setProblem(sentenceFor(answer.error, MAYBE_ADDED));
  };

  return (
    <>
      <DashboardHeading title="Add Product">All fields are required.</DashboardHeading>
      <Formik initialValues={draft.initial} validationSchema={productSchema} onSubmit={submit}>
        {({ values }) => (
          <div className="add-product">
            <ProductFields draft={draft} blank={BLANK} problem={problem} added={added} />
            <ProductPreview values={values} />
          </div>
        )}
      </Formik>
    </>
  );
}

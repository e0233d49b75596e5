import { Formik, type FormikHelpers } from 'formik';
import { CirclePlus } from 'lucide-react';
import { useState } from 'react';
import { adminApi } from '../../../api/admin';
import { codeOf, sentenceFor } from '../../../api/contract/problem';
import { useEndedSession } from '../../../api/session/session-hooks';
import { paths } from '../../../lib/paths';
import { toasts } from '../../../lib/texts';
import { Link } from '../../../ui/controls/link';
import { KeepDraft, useDraft } from '../../../ui/forms/draft';
import { Form, SubmitButton } from '../../../ui/forms/form';
import { refuse } from '../../../ui/forms/server-errors';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { Alert } from '../../../ui/messages/alert';
import { notify } from '../../../ui/messages/notify';
import { FormUploadsProvider, useFormUploads, WAIT_FOR_PICTURES } from './form-uploads';
import { ProductFields } from './product-fields';
import { newPartOf, NUMBER_TAKEN, refusedFields } from './product-form';
import { ProductPreview } from './product-preview';
import { BLANK, productSchema, type ProductForm } from './product-schema';
import { useBrandOf } from './use-brand-of';

const MAYBE_ADDED = 'It may have been added. Check Manage Products before you try again.';

export function AddProductPage() {
  const [addPart, { error }] = adminApi.useAddPartMutation();
  const brandOf = useBrandOf();
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<{ id: string; title: string } | null>(null);
  const draft = useDraft('product', BLANK);
  const uploads = useFormUploads();
  useEndedSession(error, [401]);

  const submit = async (values: ProductForm, form: FormikHelpers<ProductForm>) => {
    setProblem(null);
    setAdded(null);
    const cast = productSchema.cast(values);
    const brand = await brandOf(cast, values, form);
    if (brand === undefined) return;
    const answer = await addPart({ newPart: newPartOf({ ...cast, brand }) });
    if (answer.data) {
      notify.success(toasts.productAdded);
      setAdded({ id: answer.data.insertedId, title: cast.title });
      form.resetForm({ values: BLANK });
      return;
    }
    const sentences =
      codeOf(answer.error) === 'number_taken'
        ? { number: NUMBER_TAKEN }
        : refusedFields(answer.error);
    refuse(form, { ...values, brand }, sentences);
    if (Object.keys(sentences).length === 0) setProblem(sentenceFor(answer.error, MAYBE_ADDED));
  };

  return (
    <>
      <DashboardHeading title="Add Product">The first six fields are required.</DashboardHeading>
      <Formik
        initialValues={draft.initial}
        validationSchema={productSchema}
        onSubmit={submit}
        onReset={uploads.stop}
      >
        {({ values }) => (
          <div className="add-product">
            <Form className="dash-form" label="New product" rules={productSchema}>
              <FormUploadsProvider value={uploads}>
                <ProductFields withStock />
              </FormUploadsProvider>
              <div>
                <SubmitButton
                  icon={<CirclePlus className="icon" />}
                  waitFor={uploads.isSending ? WAIT_FOR_PICTURES : undefined}
                >
                  Add Product
                </SubmitButton>
              </div>
              {problem !== null && (
                <Alert tone="danger">
                  <p>{problem}</p>
                </Alert>
              )}
              {added !== null && (
                <Alert tone="positive">
                  <p>
                    <Link to={paths.part(added.id)}>{added.title}</Link> is in the shop.{' '}
                    <Link to={paths.editProduct(added.id)}>
                      Edit it<span className="sr-only">: the new product</span>
                    </Link>
                  </p>
                </Alert>
              )}
              <KeepDraft draft={draft} blank={BLANK} />
            </Form>
            <ProductPreview values={values} />
          </div>
        )}
      </Formik>
    </>
  );
}

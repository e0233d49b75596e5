import { Formik, type FormikHelpers, type FormikValues } from 'formik';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Modal } from '../controls/modal';
import { Alert } from '../messages/alert';
import { Form, SubmitButton } from './form';
import type { Rules } from './required';

interface FormDialogProps<Values extends FormikValues> {
  title: ReactNode;
  initialValues: Values;
  schema: Rules;
  submit: { label: string; icon?: ReactNode; look?: 'danger' };
  /** Returns the error; null on success, or if the fields show what is wrong. */
  onSubmit: (values: Values, form: FormikHelpers<Values>) => Promise<string | null>;
  onCancel: () => void;
  /** Wide enough for several fields side by side. */
  broad?: boolean;
  children: ReactNode;
}

/** A modal dialog with a few fields, with the focus in the first one. */
export function FormDialog<Values extends FormikValues>(props: FormDialogProps<Values>) {
  const { title, initialValues, schema, submit, onSubmit, onCancel, broad, children } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const first = fields.current?.querySelector<HTMLElement>('input:not([type=radio]), select');
    first?.focus();
  }, []);

  return (
    <Modal title={title} busy={busy} onCancel={onCancel} broad={broad}>
      <Formik
        initialValues={initialValues}
        validationSchema={schema}
        onSubmit={async (values, form) => {
          setProblem(null);
          setBusy(true);
          const refused = await onSubmit(values, form);
          setBusy(false);
          setProblem(refused);
        }}
      >
        <Form className="dialog-form" rules={schema}>
          <div className="form" ref={fields}>
            {children}
          </div>
          {problem !== null && (
            <Alert tone="danger">
              <p>{problem}</p>
            </Alert>
          )}
          <div className="actions">
            <button type="button" className="btn" disabled={busy} onClick={onCancel}>
              cancel
            </button>
            <SubmitButton icon={submit.icon} look={submit.look}>
              {submit.label}
            </SubmitButton>
          </div>
        </Form>
      </Formik>
    </Modal>
  );
}

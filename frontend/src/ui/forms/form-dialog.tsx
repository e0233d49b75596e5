import { Check } from 'lucide-react';
import { Formik, type FormikHelpers, type FormikValues } from 'formik';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Modal } from '../controls/modal';
import { Alert } from '../messages/alert';
import { Form, SubmitButton } from './form';
import type { Rules } from './required';

interface Submit {
  label: string;
  icon?: ReactNode;
  look?: 'danger';
}

interface FormDialogProps<Values extends FormikValues> {
  title: ReactNode;
  initialValues: Values;
  schema: Rules;
  /** The button that submits; Save if omitted. */
  submit?: Submit;
  /** Returns the error, with which the dialog stays open, empty if the fields show it; null on success. */
  onSubmit: (values: Values, form: FormikHelpers<Values>) => Promise<string | null>;
  /** @param done it was submitted, and done */
  onClose: (done: boolean) => void;
  /** Wide enough for several fields side by side. */
  broad?: boolean;
  children: ReactNode;
}

const SAVE: Submit = { label: 'Save', icon: <Check className="icon" /> };

/** A modal dialog with a few fields, with the focus in the first one. */
export function FormDialog<Values extends FormikValues>(props: FormDialogProps<Values>) {
  const { title, initialValues, schema, submit = SAVE, onSubmit, onClose, broad, children } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const cancel = () => {
    onClose(false);
  };

  useEffect(() => {
    const first = fields.current?.querySelector<HTMLElement>('input:not([type=radio]), select');
    first?.focus();
  }, []);

  return (
    <Modal title={title} busy={busy} onCancel={cancel} broad={broad}>
      <Formik
        initialValues={initialValues}
        validationSchema={schema}
        onSubmit={async (values, form) => {
          setProblem(null);
          setBusy(true);
          const refused = await onSubmit(values, form);
          setBusy(false);
          setProblem(refused);
          if (refused === null) onClose(true);
        }}
      >
        <Form className="dialog-form" rules={schema}>
          <div className="form" ref={fields}>
            {children}
          </div>
          {problem !== null && problem !== '' && (
            <Alert tone="danger">
              <p>{problem}</p>
            </Alert>
          )}
          <div className="actions">
            <button type="button" className="btn" disabled={busy} onClick={cancel}>
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

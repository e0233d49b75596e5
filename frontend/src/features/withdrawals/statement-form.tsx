import { Formik } from 'formik';
import { returnNote } from '../../api/contract/generated-types';
import { Form, SubmitButton } from '../../ui/forms/form';
import { LongTextField, TextField } from '../../ui/forms/text-field';
import { statementSchema, type StatementValues } from './statement-rules';

interface StatementFormProps {
  values: StatementValues;
  onReview: (values: StatementValues) => void;
}

/** The first step: which order, and where to send the confirmation. Sends nothing. */
export function StatementForm({ values, onReview }: StatementFormProps) {
  return (
    <Formik<StatementValues>
      initialValues={values}
      validationSchema={statementSchema}
      onSubmit={onReview}
    >
      <Form label="Withdraw from contract" rules={statementSchema}>
        <TextField
          name="orderNumber"
          label="Order number"
          autoComplete="off"
          hint="It is in our emails about your order: AP-7KQD-M2XW."
        />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="The address that you ordered with."
        />
        <TextField name="name" label="Your name (optional)" autoComplete="name" />
        <LongTextField
          name="parts"
          label="Which parts? (optional; empty for the whole order)"
          rows={2}
          limit={returnNote.maxLength}
        />
        <SubmitButton>Withdraw from contract</SubmitButton>
      </Form>
    </Formik>
  );
}

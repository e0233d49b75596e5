import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik } from 'formik';
import { expect, it, vi } from 'vitest';
import { Form } from './form';
import { SubmitButton } from './submit-button';
import { TextField } from './text-field';

/** Browsers hand over what they cannot read as a number as nothing at all, and only say that it was bad. */
const typeBadly = (label: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  Object.defineProperty(field.validity, 'badInput', { value: true, configurable: true });
  fireEvent.blur(field);
};

it.each([
  ['Phone', 'provide a valid phone number'],
  ['Quantity', 'provide a number'],
])('%s: says what is wrong with a text that is no number', async (label, words) => {
  const send = vi.fn();
  render(
    <Formik initialValues={{ phone: '', quantity: '' }} onSubmit={send}>
      <Form>
        <TextField name="phone" label="Phone" type="number" inputMode="tel" />
        <TextField name="quantity" label="Quantity" type="number" inputMode="numeric" />
        <SubmitButton>Send</SubmitButton>
      </Form>
    </Formik>,
  );
  typeBadly(label);
  const field = screen.getByLabelText(label);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(field).toHaveAccessibleDescription(words);
  expect(field).toBeInvalid();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await vi.waitFor(() => {
    expect(field).toHaveFocus();
  });
  expect(send).not.toHaveBeenCalled();
});

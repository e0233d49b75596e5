import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik } from 'formik';
import { expect, it, vi } from 'vitest';
import { Form, SubmitButton } from './form';
import { RatingField } from './rating-field';
import { LongTextField, TextField } from './text-field';

it('is read-only while sending, so that no typing is lost', async () => {
  let finish: () => void = () => undefined;
  const send = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  render(
    <Formik initialValues={{ title: 'Clip', text: 'Holds.', rating: '2' }} onSubmit={send}>
      <Form>
        <TextField name="title" label="Title" />
        <LongTextField name="text" label="Text" rows={2} limit={20} />
        <RatingField name="rating" label="Rating" />
        <SubmitButton>Send</SubmitButton>
      </Form>
    </Formik>,
  );
  const typeAndRate = async () => {
    await userEvent.type(screen.getByLabelText('Title'), 's');
    await userEvent.type(screen.getByLabelText('Text'), '!');
    await userEvent.click(screen.getByRole('radio', { name: '4 stars' }));
  };
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => {
    expect(send).toHaveBeenCalled();
  });
  await typeAndRate();
  expect(screen.getByLabelText('Title')).toHaveValue('Clip');
  expect(screen.getByLabelText('Text')).toHaveValue('Holds.');
  expect(screen.getByRole('radio', { name: '2 stars' })).toBeChecked();

  await act(async () => {
    finish();
    await Promise.resolve();
  });
  await typeAndRate();
  expect(screen.getByLabelText('Title')).toHaveValue('Clips');
  expect(screen.getByLabelText('Text')).toHaveValue('Holds.!');
  expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked();
});

/** Browsers report an invalid number as an empty value, and only flag it as bad input. */
const typeBadly = (label: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  Object.defineProperty(field.validity, 'badInput', { value: true, configurable: true });
  fireEvent.blur(field);
};

it('explains what is wrong with a text that is not a number', async () => {
  const [label, words] = ['Quantity', 'provide a number'];
  const send = vi.fn();
  render(
    <Formik initialValues={{ quantity: '' }} onSubmit={send}>
      <Form>
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
  await waitFor(() => {
    expect(field).toHaveFocus();
  });
  expect(send).not.toHaveBeenCalled();
});

it('focuses the first invalid field, in the middle of the window', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  const validate = (values: Record<string, string>) =>
    values.number === '' ? { number: 'provide your number' } : {};
  render(
    <Formik initialValues={{ title: 'Clip', number: '' }} validate={validate} onSubmit={vi.fn()}>
      <Form>
        <TextField name="title" label="Title" />
        <TextField name="number" label="Number" />
        <SubmitButton>Send</SubmitButton>
      </Form>
    </Formik>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const field = screen.getByLabelText('Number');
  await waitFor(() => {
    expect(field).toHaveFocus();
  });
  expect(shown.mock.contexts).toEqual([field]);
  expect(shown).toHaveBeenCalledWith({ block: 'center' });
});

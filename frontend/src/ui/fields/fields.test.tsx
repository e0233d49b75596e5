import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik } from 'formik';
import { expect, it, vi } from 'vitest';
import { Form } from './form';
import { LongTextField } from './long-text-field';
import { RatingField } from './rating-field';
import { SubmitButton } from './submit-button';
import { TextField } from './text-field';

it('takes no typing that the end of sending would wipe out', async () => {
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
  await vi.waitFor(() => {
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

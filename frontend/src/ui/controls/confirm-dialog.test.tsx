import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog';

it('announces the question, the consequence and the objections', () => {
  render(
    <ConfirmDialog
      question="Delete this part?"
      warning="It is in two carts."
      confirm={{ label: 'delete', look: 'danger' }}
      onConfirm={vi.fn()}
      onClose={vi.fn()}
    >
      Nobody will find it any more.
    </ConfirmDialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Delete this part?' });
  expect(dialog).toHaveAccessibleDescription(
    /^Nobody will find it any more\.\s*It is in two carts\.$/,
  );
});

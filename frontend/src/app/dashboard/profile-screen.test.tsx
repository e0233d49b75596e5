import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anAddressBook, aSavedAddress, aUser, marta } from '../../testing/fixtures';
import { json, renderScreen, serve } from '../../testing/test-shop';
import { ProfileScreen } from './profile-screen';

vi.mock('../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

it('shows the profile, and the saved addresses below it', async () => {
  serve(({ path }) =>
    json(path.startsWith('/addresses/') ? anAddressBook(aSavedAddress()) : aUser()),
  );
  renderScreen(<ProfileScreen />, { path: '/profile', at: '/profile', person: marta });
  const form = await screen.findByRole('form', { name: 'Update your profile' });
  expect(await screen.findByText('Default')).toBeVisible();
  const heading = screen.getByRole('heading', { name: 'Saved addresses' });
  expect(form.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  // Only the profile's own field has this label.
  expect(screen.getByLabelText('Address', { exact: false })).toHaveValue('');
});

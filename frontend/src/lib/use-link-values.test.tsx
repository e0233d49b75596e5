import { render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useLinkValues } from './use-link-values';

function Linked() {
  const values = useLinkValues('token');
  const { pathname, search, hash } = useLocation();
  return (
    <p>
      {values.get('token') ?? 'none'} of {values.get('mode') ?? 'none'} at {pathname}
      {search}
      {hash}
    </p>
  );
}

it.each([
  ['/x#token=a', 'a of none at /x#token=a'],
  ['/x?token=a', 'a of none at /x#token=a'],
  ['/x?mode=m&token=a%2Bb', 'a+b of m at /x#mode=m&token=a%2Bb'],
  ['/x?token=', 'of none at /x#token='],
  ['/x?from=news', 'none of none at /x?from=news'],
  ['/x', 'none of none at /x'],
])(
  'reads the values of %s from the fragment, and removes tokens from the query',
  async (at, text) => {
    render(
      <MemoryRouter initialEntries={[at]}>
        <Linked />
      </MemoryRouter>,
    );
    expect(await screen.findByText(text)).toBeVisible();
  },
);

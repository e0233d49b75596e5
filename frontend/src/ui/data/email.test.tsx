import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailText } from './email';

/** The pieces that do not wrap. */
function pieces(address: string): string[] {
  const { container } = render(<EmailText>{address}</EmailText>);
  expect(container).toHaveTextContent(address);
  return (container.firstElementChild?.innerHTML ?? '').split('<wbr>');
}

it('may be broken after its @', () => {
  expect(pieces('owen.fairbank@customers.example')).toEqual([
    'owen.fairbank@',
    'customers.example',
  ]);
});

it('may be broken before its dots where a piece is too long for a line', () => {
  expect(pieces('mo@north.workshop.garage-and-parts.example')).toEqual([
    'mo@',
    'north',
    '.workshop',
    '.garage-and-parts',
    '.example',
  ]);
});

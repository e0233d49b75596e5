import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { QuantityStepper } from './quantity-stepper';

function Stepper({ start, pack }: { start: string; pack?: number }) {
  const [value, setValue] = useState(start);
  return (
    <QuantityStepper
      id="pieces"
      value={value}
      pieces={Number(value)}
      minimum={4}
      available={14}
      pack={pack}
      invalid={false}
      onChange={setValue}
    />
  );
}

it('counts pieces within the order limits', async () => {
  render(<Stepper start="13" />);
  await userEvent.click(screen.getByRole('button', { name: 'One more' }));
  expect(screen.getByRole('textbox')).toHaveValue('14');
  expect(screen.getByRole('button', { name: 'One more' })).toBeDisabled();
});

it('counts whole packs, even from an incomplete one', async () => {
  render(<Stepper start="6" pack={4} />);
  const field = screen.getByRole('textbox');
  await userEvent.click(screen.getByRole('button', { name: 'One pack more' }));
  expect(field).toHaveValue('8');
  await userEvent.click(screen.getByRole('button', { name: 'One pack more' }));
  expect(field).toHaveValue('12');
  expect(screen.getByRole('button', { name: 'One pack more' })).toBeDisabled();
  await userEvent.clear(field);
  await userEvent.type(field, '10');
  await userEvent.click(screen.getByRole('button', { name: 'One pack less' }));
  expect(field).toHaveValue('8');
});

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WheelHub } from './wheel-hub';

it('leaves its place empty when the drawing does not load', () => {
  render(<WheelHub />);
  const drawing = screen.getByAltText('');
  expect(drawing).toBeVisible();
  fireEvent.error(drawing);
  expect(drawing).not.toBeVisible();
  expect(screen.getByText('Brake Disc, Vented')).not.toBeVisible();
});

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkedText } from './linked-text';

const show = (text: string) => render(<LinkedText>{text}</LinkedText>).container;

it('makes links of web addresses and leaves the text as it was', () => {
  const text = 'Open this:\nhttps://shop.example/coupon?token=a-b_c\n\nOr http://shop.example/x.';
  expect(show(text)).toHaveTextContent(text, { normalizeWhitespace: false });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://shop.example/coupon?token=a-b_c',
    'http://shop.example/x',
  ]);
  for (const link of screen.getAllByRole('link')) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  }
});

it('keeps what stands around an address out of it', () => {
  show('See <https://shop.example/a>, (https://shop.example/b) and “https://shop.example/c”!');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'https://shop.example/a',
    'https://shop.example/b',
    'https://shop.example/c',
  ]);
});

it('makes no link of anything else', () => {
  show('javascript:alert(1) ftp://shop.example mailto:a@b.example https:// shop.example');
  expect(screen.queryByRole('link')).toBeNull();
});

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkedText } from './linked-text';

const show = (text: string) => render(<LinkedText>{text}</LinkedText>).container;

it('makes links of web addresses and leaves the text unchanged', () => {
  const text =
    'Open this:\nhttps://shop.example/coupon#token=a-b_c\n\nOr this:\nhttp://shop.example/x\n';
  expect(show(text)).toHaveTextContent(text, { normalizeWhitespace: false });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://shop.example/coupon#token=a-b_c',
    'http://shop.example/x',
  ]);
  for (const link of screen.getAllByRole('link')) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  }
});

it('makes no link inside a line, where a user may have typed it', () => {
  show('Hello https://evil.example,\n\nSee (https://evil.example) and “https://evil.example”!');
  expect(screen.queryByRole('link')).toBeNull();
});

it('makes no link of anything else', () => {
  show('javascript:alert(1) ftp://shop.example mailto:a@b.example https:// shop.example');
  expect(screen.queryByRole('link')).toBeNull();
});

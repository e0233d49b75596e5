import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notePurchaseStep } from '../lib/purchase-step';
import { noteOrder, notePayment } from '../lib/purchase-words';
import { ErrorBoundary } from './error-boundary';

function Failing({ error }: { error: unknown }): never {
  throw error;
}

const show = (error: unknown) => {
  render(
    <ErrorBoundary>
      <Failing error={error} />
    </ErrorBoundary>,
  );
};
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const renderError = new DOMException(
  "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
  'NotFoundError',
);

beforeEach(() => {
  notePurchaseStep(null);
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});

describe('a broken screen', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://shop.example/assets/cart.js',
    'error loading dynamically imported module: https://shop.example/assets/cart.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/account.css',
  ])('reports a failed load: %s', (message) => {
    show(new TypeError(message));
    expect(heading()).toBe('This page did not load');
    expect(screen.getByText(/Your connection may be down/)).toBeVisible();
  });

  it.each([renderError, new TypeError('undefined is not a function'), 'text', null])(
    'reports an error that is not a connection problem: %s',
    (error) => {
      show(error);
      expect(heading()).toBe('This page stopped working');
      expect(screen.queryByText(/connection may be down/)).toBeNull();
      expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  );

  it('is scrolled to the top', () => {
    const scroll = vi.spyOn(window, 'scrollTo');
    show(renderError);
    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  });

  it.each<[string, () => void, string, string]>([
    [
      'placed',
      () => {
        noteOrder('done', '7');
      },
      'Your order is placed',
      '/dashboard/orders/7',
    ],
    [
      'being sent',
      () => {
        noteOrder('sent');
      },
      'Your order is being sent',
      '/dashboard',
    ],
    [
      'unsure',
      () => {
        noteOrder('unknown');
      },
      'Your order may have been placed',
      '/dashboard',
    ],
    [
      'charged',
      () => {
        notePayment('done', '7');
      },
      'Your card was charged',
      '/dashboard/orders/7',
    ],
    [
      'being paid',
      () => {
        notePayment('sent', '7');
      },
      'Your payment is being processed',
      '/dashboard/orders/7',
    ],
    [
      'perhaps charged',
      () => {
        notePayment('unknown', '7');
      },
      'Your card may have been charged',
      '/dashboard/orders/7',
    ],
  ])('reports what happened to an order: %s', (_, happened, title, address) => {
    happened();
    show(renderError);
    expect(heading()).toBe(title);
    const [link] = screen.getAllByRole('link');
    expect(link).toHaveAttribute('href', address);
  });

  it('offers to pay for an order that was placed', () => {
    noteOrder('done', '7');
    show(renderError);
    expect(screen.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', '/payment/7');
  });

  it.each<[string, () => void]>([
    [
      'Your order was not placed',
      () => {
        noteOrder('failed');
      },
    ],
    [
      'Your card was not charged',
      () => {
        notePayment('failed', '7');
      },
    ],
  ])('offers to try again: %s', (title, happened) => {
    happened();
    show(renderError);
    expect(heading()).toBe(title);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('updates the state of an order while it is shown', () => {
    noteOrder('sent');
    show(renderError);
    act(() => {
      noteOrder('done', '7');
    });
    expect(heading()).toBe('Your order is placed');
  });
});

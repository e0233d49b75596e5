import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { LoadError } from './load-error';

const failed = (props: { retrying?: boolean; onRetry?: () => unknown } = {}) => (
  <LoadError title="Parts did not load" onRetry={props.onRetry ?? vi.fn()} patient {...props}>
    The shop is busy right now.
  </LoadError>
);
const button = () => screen.getByRole('button', { name: 'Try again' });

describe('a failed load', () => {
  it('is announced once, and stays unchanged during automatic retries', async () => {
    const onRetry = vi.fn();
    const { rerender } = render(failed({ onRetry }));
    const announced = screen.getByRole('alert');
    expect(announced).toHaveTextContent('Parts did not loadThe shop is busy right now.');
    expect(announced).not.toContainElement(button());
    button().focus();
    const changes: MutationRecord[] = [];
    const watch = new MutationObserver((seen) => changes.push(...seen));
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });

    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(onRetry).toHaveBeenCalledTimes(1);
    rerender(failed({ onRetry, retrying: true }));
    rerender(failed({ onRetry }));
    await Promise.resolve();
    expect(changes).toEqual([]);
    expect(button()).toHaveFocus();
  });

  it('shows progress once after a click on the button, and keeps the focus', async () => {
    const onRetry = vi.fn();
    const { rerender } = render(failed({ onRetry }));
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    rerender(failed({ onRetry, retrying: true }));
    expect(button()).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    expect(onRetry).toHaveBeenCalledTimes(1);
    rerender(failed({ onRetry }));
    expect(button()).not.toHaveAttribute('aria-busy');
    expect(button()).toHaveFocus();
    rerender(failed({ onRetry, retrying: true }));
    expect(button()).not.toHaveAttribute('aria-busy');
  });
});

import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useInView } from './use-in-view';

type Entry = Pick<IntersectionObserverEntry, 'isIntersecting'>;
let report: (entries: Entry[]) => void;
const disconnect = vi.fn();

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: Entry[]) => void) {
        report = onChange;
      }
      observe = vi.fn();
      disconnect = disconnect;
    },
  );
});
afterEach(() => {
  disconnect.mockClear();
});

function Watched() {
  const element = useRef<HTMLParagraphElement>(null);
  const inView = useInView(element, '0px');
  return <p ref={element}>{inView ? 'in view' : 'out of view'}</p>;
}

it('uses the last entry', () => {
  const { unmount } = render(<Watched />);
  expect(screen.getByText('in view')).toBeVisible();
  act(() => {
    report([{ isIntersecting: true }, { isIntersecting: false }]);
  });
  expect(screen.getByText('out of view')).toBeVisible();
  act(() => {
    report([{ isIntersecting: false }, { isIntersecting: true }]);
  });
  expect(screen.getByText('in view')).toBeVisible();
  unmount();
  expect(disconnect).toHaveBeenCalledOnce();
});

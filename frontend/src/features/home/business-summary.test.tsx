import { act, render } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BusinessSummary } from './business-summary';
import { MemoryRouter } from 'react-router-dom';

/** The page's only clock and its intersection observers, controlled by the test. */
let watchers: { node: Element; notify: (isIntersecting: boolean) => void }[] = [];
let frames: FrameRequestCallback[] = [];

function runFramesAt(time: number) {
  act(() => {
    for (const frame of frames.splice(0)) frame(time);
  });
}

function comesIntoView(label: string) {
  const watcher = watchers.find(({ node }) => node.textContent.includes(label));
  act(() => {
    watcher?.notify(true);
  });
}

function shownNumbers(): (string | null)[] {
  return [...document.querySelectorAll('dd [aria-hidden]')].map(({ textContent }) => textContent);
}

function show(reducedMotion = false) {
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }));
  render(
    <MemoryRouter>
      <BusinessSummary />
    </MemoryRouter>,
  );
}

describe('the business summary', () => {
  beforeEach(() => {
    watchers = [];
    frames = [];
    vi.spyOn(performance, 'now').mockReturnValue(0);
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    vi.stubGlobal('cancelAnimationFrame', vi.fn());
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
        observe(node: Element) {
          watchers.push({
            node,
            notify: (isIntersecting) => {
              this.report([{ isIntersecting }]);
            },
          });
        }
        disconnect = vi.fn();
      },
    );
  });

  it('starts each counter only when its own block is in view', () => {
    show();
    comesIntoView('Happy Clients');
    runFramesAt(600);
    const [clients, countries, reviews] = shownNumbers();
    expect(Number.parseInt(clients ?? '')).toBeGreaterThan(0);
    expect(Number.parseInt(clients ?? '')).toBeLessThan(35600);
    expect(countries).toBe('0');
    expect(reviews).toBe('0+');

    comesIntoView('Reviews');
    runFramesAt(1200);
    expect(shownNumbers()).toEqual(['35600+', '0', '19600+']);
  });

  it('announces the final values from the start', () => {
    show();
    const finals = [...document.querySelectorAll('dd .final')].map((each) => each.textContent);
    expect(finals).toEqual(['35600+', '75', '19600+']);
  });

  it('does not animate with reduced motion', () => {
    show(true);
    expect(shownNumbers()).toEqual(['35600+', '75', '19600+']);
    expect(watchers).toEqual([]);
  });
});

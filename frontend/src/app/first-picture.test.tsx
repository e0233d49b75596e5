import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import page from '../../index.html?raw';
import { Hero } from '../features/home/hero';
import { Logo } from '../ui/layout/logo';
import { DemoBanner } from './demo-banner';

const knownConfig = vi.hoisted(() => ({ demo: true, mails: 'outbox' }));
vi.mock('../lib/config', () => ({ knownConfig, loadConfig: () => Promise.resolve(knownConfig) }));

/** The page as the server makes it for home, in a demo whose mails stay in the outbox. */
const served = page.replace(
  /<!-- only (.*?) -->(.*?)<!-- \/only -->/gs,
  (_section, names: string, content: string) =>
    names.split(' ').some((name) => ['home', 'demo:outbox'].includes(name)) ? content : '',
);

/** What is seen: neither the source's line breaks nor the router's mark on its links. */
function seen(element: Element | null): Element {
  if (element === null) throw new Error('there is no such element');
  element.querySelectorAll('[data-discover]').forEach((link) => {
    link.removeAttribute('data-discover');
  });
  element.removeAttribute('data-discover');
  // The build makes icons with fewer attributes than the library.
  element.querySelectorAll('.icon').forEach((icon) => {
    for (const name of icon.getAttributeNames()) icon.removeAttribute(name);
  });
  const html = element.outerHTML.replace(/\s+/g, ' ').replace(/ ?([<>]) ?/g, '$1');
  return new DOMParser().parseFromString(html, 'text/html').body;
}

// What index.html shows before the app arrives must not change when it does.
it.each([
  ['.shop-hero', <Hero />],
  ['.logo', <Logo />],
  ['.bottom-note', <DemoBanner />],
])('%s looks in index.html as the app draws it', (selector, element) => {
  const { container } = render(<MemoryRouter>{element}</MemoryRouter>);
  const first = new DOMParser().parseFromString(served, 'text/html').querySelector(selector);
  expect(seen(first).isEqualNode(seen(container.firstElementChild))).toBe(true);
});

import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import page from '../../index.html?raw';
import { Hero } from '../features/home/hero';
import { Logo } from '../ui/layout/logo';
import { DemoBanner } from './demo-banner';

const knownConfig = vi.hoisted(() => ({ demo: true, mails: 'outbox' }));
vi.mock('../lib/config', () => ({ knownConfig, loadConfig: () => Promise.resolve(knownConfig) }));

/** Home as rendered by the server, in a demo whose emails stay in the outbox. */
const served = page.replace(
  /<!-- only (.*?) -->(.*?)<!-- \/only -->/gs,
  (_section, names: string, content: string) =>
    names.split(' ').some((name) => ['home', 'demo:outbox'].includes(name)) ? content : '',
);

/** The visible content, without the source's line breaks and the attributes the router adds. */
function seen(element: Element | null): Element {
  if (element === null) throw new Error('there is no such element');
  element.querySelectorAll('[data-discover]').forEach((link) => {
    link.removeAttribute('data-discover');
  });
  element.removeAttribute('data-discover');
  // The build's icons have fewer attributes than the library's.
  element.querySelectorAll('.icon').forEach((icon) => {
    for (const name of icon.getAttributeNames()) icon.removeAttribute(name);
  });
  const html = element.outerHTML.replace(/\s+/g, ' ').replace(/ ?([<>]) ?/g, '$1');
  return new DOMParser().parseFromString(html, 'text/html').body;
}

// The content of index.html must not change when the app takes over.
it.each([
  ['.shop-hero', <Hero />],
  ['.logo', <Logo />],
  ['.bottom-note', <DemoBanner />],
])('%s looks the same in index.html as in the app', (selector, element) => {
  const { container } = render(<MemoryRouter>{element}</MemoryRouter>);
  const first = new DOMParser().parseFromString(served, 'text/html').querySelector(selector);
  expect(seen(first).isEqualNode(seen(container.firstElementChild))).toBe(true);
});

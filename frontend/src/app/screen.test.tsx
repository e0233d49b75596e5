import { render, screen as shown } from '@testing-library/react';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { prepareScreens, screen, type Opened } from './screen';

function makeScreen() {
  const prepare = vi.fn<(opened: Opened) => Promise<void>>().mockResolvedValue();
  const Part = Object.assign(() => <h1>A part</h1>, { prepare });
  const load = vi.fn(() => Promise.resolve(Part));
  const PartScreen = screen(load);
  const screens = [
    { element: undefined, children: [{ path: '/shop/:id', element: <PartScreen /> }] },
  ];
  const App = () => useRoutes(screens);
  const app = (
    <MemoryRouter initialEntries={['/shop/disc?quantity=2']}>
      <Suspense fallback="On its way">
        <App />
      </Suspense>
    </MemoryRouter>
  );
  return { prepare, load, screens, app };
}

it('is fetched when it is first opened', async () => {
  const { app, prepare } = makeScreen();
  render(app);
  expect(shown.getByText('On its way')).toBeVisible();
  expect(await shown.findByRole('heading', { name: 'A part' })).toBeVisible();
  expect(prepare).not.toHaveBeenCalled();
});

it('is shown immediately when it and its data were prefetched', async () => {
  const { app, load, prepare, screens } = makeScreen();
  await prepareScreens(screens, new URL('http://shop.example/shop/disc?quantity=2'));
  const [opened] = prepare.mock.calls[0] ?? [];
  expect(opened?.params).toEqual({ id: 'disc' });
  expect(opened?.query.get('quantity')).toBe('2');
  render(app);
  expect(shown.getByRole('heading', { name: 'A part' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('is not fetched for another path', async () => {
  const { load, screens } = makeScreen();
  await prepareScreens(screens, new URL('http://shop.example/blogs'));
  expect(load).not.toHaveBeenCalled();
});

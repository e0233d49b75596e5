import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { type Location, MemoryRouter, useLocation, useNavigationType } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { Link, NavLink } from './link';

function Here() {
  const here: Location<unknown> = useLocation();
  return <p>{`${useNavigationType()} ${here.pathname} ${JSON.stringify(here.state)}`}</p>;
}

const show = (link: ReactElement, at = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      {link}
      <Here />
    </MemoryRouter>,
  );
const link = () => screen.getByRole('link');

describe('a link', () => {
  it('navigates without reloading the page, and passes its state', async () => {
    show(
      <Link to="/shop?q=pads" state={{ from: '/' }}>
        Parts
      </Link>,
    );
    expect(link()).toHaveAttribute('href', '/shop?q=pads');
    await userEvent.click(link());
    expect(screen.getByText('PUSH /shop {"from":"/"}')).toBeVisible();
  });

  it('replaces the history entry when it links to the current URL', async () => {
    show(<Link to="/shop">Parts</Link>, '/shop');
    await userEvent.click(link());
    expect(screen.getByText('REPLACE /shop null')).toBeVisible();
  });

  it.each([
    ['a new tab', { ctrlKey: true }],
    ['a new window', { shiftKey: true }],
    ['another button', { button: 1 }],
  ])('leaves %s to the browser', (_, press) => {
    show(<Link to="/shop">Parts</Link>);
    link().addEventListener('click', (event) => {
      event.preventDefault();
    });
    fireEvent.click(link(), press);
    expect(screen.getByText('POP / null')).toBeVisible();
  });

  it('does not navigate when its handler prevents it', async () => {
    show(
      <Link
        to="/shop"
        onClick={(event) => {
          event.preventDefault();
        }}
      >
        Parts
      </Link>,
    );
    await userEvent.click(link());
    expect(screen.getByText('POP / null')).toBeVisible();
  });
});

describe('a menu link', () => {
  it.each([
    ['/shop', false, true],
    ['/shop/7', false, true],
    ['/Shop', false, true],
    ['/shop/7', true, false],
    ['/shopping', false, false],
  ])('at %s, with end %s, is marked: %s', (at, end, marked) => {
    show(
      <NavLink to="/shop" end={end}>
        Parts
      </NavLink>,
      at,
    );
    expect(link().getAttribute('aria-current')).toBe(marked ? 'page' : null);
    expect(link().classList.contains('active')).toBe(marked);
  });
});

import { Menu, User } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { closeSession } from '../api/session/close-session';
import { useShopDispatch } from '../api/session/session-hooks';
import { SearchBox } from '../features/catalogue/search-box';

import { selectCartLines } from '../lib/cart/cart-slice';
import { paths } from '../lib/paths';
import { selectSession } from '../lib/session/session-slice';
import { Button } from '../ui/controls/button';
import { NavLink } from '../ui/controls/link';
import { Exact } from '../ui/data/exact';
import { Logo } from '../ui/layout/logo';
import { VehicleChip } from './vehicle-chip';

export function Navbar() {
  const { status, person, guestToken } = useSelector(selectSession);
  const count = useSelector(selectCartLines).length;
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const here = useLocation();
  const menu = useRef<HTMLElement>(null);

  useEffect(() => {
    // On phones the links are a popover, which must close when one is followed.
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [here.key]);

  const signOut = () => {
    // Leave first: a guarded screen would otherwise send the visitor to sign in again.
    void navigate(paths.home);
    void dispatch(closeSession());
  };

  const isGuest = guestToken !== undefined;
  const isMember = !isGuest && (status === 'signed-in' || status === 'restoring');
  return (
    <header className="site-header">
      <div className="page">
        <Logo />
        <SearchBox />
        <button
          type="button"
          className="btn btn-square nav-toggle"
          popoverTarget="nav"
          aria-label="Menu"
        >
          <Menu className="icon" />
          {count > 0 && (
            <span className="in-cart" aria-hidden="true">
              <Exact value={count} />
            </span>
          )}
        </button>
        <nav className="nav" id="nav" ref={menu} popover="auto" aria-label="Main">
          <NavLink to={paths.home} end>
            Home
          </NavLink>
          <NavLink to={paths.portfolio}>Portfolio</NavLink>
          <NavLink to={paths.blogs}>Blogs</NavLink>
          <VehicleChip />
          <NavLink to={paths.shop}>Parts</NavLink>
          <NavLink to={paths.cart}>
            <span>
              Cart
              {count > 0 && (
                <>
                  {' '}
                  (<Exact value={count} />)
                </>
              )}
            </span>
          </NavLink>
          {isGuest && <NavLink to={paths.myOrder}>My Orders</NavLink>}
          {isMember ? (
            <>
              <NavLink to={paths.dashboard}>Dashboard</NavLink>
              <span className="user-name">
                <User className="icon" />
                {person ? (
                  <span title={person.name}>{person.name}</span>
                ) : (
                  <span className="skeleton" aria-hidden="true" />
                )}
              </span>
              <Button onClick={signOut}>Sign Out</Button>
            </>
          ) : (
            <NavLink
              className="btn"
              to={paths.signIn}
              state={{ from: here, ...(here.state as object) }}
            >
              Sign in
            </NavLink>
          )}
        </nav>
      </div>
    </header>
  );
}

import { ClipboardList } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';

const CUSTOMER_LINKS = [{ to: paths.dashboard, label: 'My Orders', icon: ClipboardList }];
const ADMIN_LINKS = [{ to: paths.manageOrders, label: 'Manage Orders', icon: ClipboardList }];

/** Customers and admins have different menus; only screens that exist are offered. */
export function SideMenu({ admin }: { admin: boolean }) {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    // On phones the menu is a strip that scrolls sideways.
    menu.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);

  return (
    <nav className="side" aria-label="Dashboard" ref={menu}>
      {(admin ? ADMIN_LINKS : CUSTOMER_LINKS).map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} end>
          <Icon className="icon" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

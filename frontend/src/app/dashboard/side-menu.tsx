import { CirclePlus, ClipboardList, Package, ShieldCheck, Star, User } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';

const PROFILE = { to: paths.profile, label: 'My Profile', icon: User };

const CUSTOMER_LINKS = [
  { to: paths.dashboard, label: 'My Orders', icon: ClipboardList },
  { to: paths.review, label: 'Add A Review', icon: Star },
  PROFILE,
];
const ADMIN_LINKS = [
  PROFILE,
  { to: paths.users, label: 'Make Admin', icon: ShieldCheck },
  { to: paths.manageOrders, label: 'Manage Orders', icon: ClipboardList },
  { to: paths.addProduct, label: 'Add Product', icon: CirclePlus },
  { to: paths.manageProducts, label: 'Manage Products', icon: Package },
];

/** Customers and admins have different menus, which share the profile only. */
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

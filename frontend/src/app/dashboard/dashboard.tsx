import {
  Car,
  ChartColumn,
  CirclePlus,
  ClipboardList,
  FileInput,
  LayoutDashboard,
  Package,
  PackageOpen,
  Recycle,
  ShieldCheck,
  Star,
  TriangleAlert,
  Truck,
  Undo2,
  User,
  type LucideIcon,
} from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { sentenceFor } from '../../api/contract/problem';
import { useEndedSession } from '../../api/session/session-hooks';
import { paths } from '../../lib/paths';
import { NavLink } from '../../ui/controls/link';
import { LoadError } from '../../ui/messages/load-error';
import { LoadingRows } from '../../ui/messages/loading-rows';
import { useIsAdmin } from './require-admin';

/** The frame of all account and admin screens: a side menu that depends on the role. */
export function Dashboard() {
  const { admin, error, isFetching, refetch } = useIsAdmin();
  useEndedSession(error, [401]);

  if (admin === undefined && error === undefined) return <DashboardOutline />;
  if (admin === undefined) {
    return (
      <div className="page section">
        <LoadError
          level={1}
          title="Your dashboard did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </LoadError>
      </div>
    );
  }
  return (
    <div className={admin ? 'page dash for-admins' : 'page dash'}>
      <SideMenu admin={admin} />
      <div>
        <Suspense fallback={<LoadingRows>Loading</LoadingRows>}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}

/** A placeholder of the same size until the role is known, so that the page does not shift. */
function DashboardOutline() {
  return (
    <div className="page dash">
      <div className="side" aria-hidden="true">
        {CUSTOMER_LINKS.map(({ to }) => (
          <span key={to} className="skeleton" />
        ))}
      </div>
      <LoadingRows>Loading your dashboard</LoadingRows>
    </div>
  );
}

interface MenuLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

const PROFILE = { to: paths.profile, label: 'My Profile', icon: User };

const CUSTOMER_LINKS = [
  { to: paths.dashboard, label: 'My Orders', icon: ClipboardList },
  { to: paths.review, label: 'Add A Review', icon: Star },
  PROFILE,
];
const ADMIN_LINKS = [
  { to: paths.dashboard, label: 'Overview', icon: LayoutDashboard },
  { to: paths.users, label: 'Make Admin', icon: ShieldCheck },
  { to: paths.manageOrders, label: 'Manage Orders', icon: ClipboardList },
  { to: paths.addProduct, label: 'Add Product', icon: CirclePlus },
  { to: paths.manageProducts, label: 'Manage Products', icon: Package },
  PROFILE,
];

/** The entries above are specified, except the overview; additional ones follow. */
const GARAGE = { to: paths.garage, label: 'My Garage', icon: Car };
const MORE_CUSTOMER_LINKS = [GARAGE];
const MORE_ADMIN_LINKS = [
  { to: paths.manageReturns, label: 'Manage Returns', icon: Undo2 },
  { to: paths.manageCores, label: 'Core charges', icon: Recycle },
  { to: paths.returnPolicies, label: 'Return policies', icon: PackageOpen },
  { to: paths.fitFlags, label: 'Fit warnings', icon: TriangleAlert },
  { to: paths.numbers, label: 'Numbers', icon: ChartColumn },
  { to: paths.imports, label: 'Imports', icon: FileInput },
  { to: paths.rates, label: 'Shipping and tax', icon: Truck },
  GARAGE,
];

/** Customers and admins have different menus, with only the profile in common. */
function SideMenu({ admin }: { admin: boolean }) {
  const menu = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    // On phones the menu scrolls sideways.
    menu.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);

  return (
    <div className="side" ref={menu}>
      <Links name="Dashboard" links={admin ? ADMIN_LINKS : CUSTOMER_LINKS} />
      <p className="side-label" aria-hidden="true">
        More
      </p>
      <Links name="More" links={admin ? MORE_ADMIN_LINKS : MORE_CUSTOMER_LINKS} />
    </div>
  );
}

function Links({ name, links }: { name: string; links: MenuLink[] }) {
  return (
    <nav aria-label={name}>
      {links.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} end>
          <Icon className="icon" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

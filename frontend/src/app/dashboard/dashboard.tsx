import { Outlet } from 'react-router-dom';
import { sentenceFor } from '../../api/problem';
import { useEndedSession } from '../../api/use-ended-session';
import { Failed } from '../../ui/failed';
import { Waiting } from '../../ui/waiting';
import { useIsAdmin } from '../use-is-admin';
import { SideMenu } from './side-menu';

/** The frame of all personal and admin screens: a side menu that depends on the role. */
export function Dashboard() {
  const { admin, error, isFetching, refetch } = useIsAdmin();
  useEndedSession(error, [401]);

  if (admin === undefined && error === undefined) return <Waiting>Loading your dashboard</Waiting>;
  if (admin === undefined) {
    return (
      <div className="page section">
        <Failed
          level={1}
          title="Your dashboard did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </Failed>
      </div>
    );
  }
  return (
    <div className="page dash">
      <SideMenu admin={admin} />
      <div>
        <Outlet />
      </div>
    </div>
  );
}

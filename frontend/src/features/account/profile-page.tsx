import { useEffect, useState } from 'react';
import { shopApi } from '../../api/index';
import { learnName } from '../../api/own-name';
import { sentenceFor } from '../../api/problem';
import { useEndedSession } from '../../api/use-ended-session';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { usePerson } from '../../lib/session/use-person';
import { DashHead } from '../../ui/dash-head';
import { Failed } from '../../ui/failed';
import { WaitingRows } from '../../ui/waiting-rows';
import { ProfileDetails } from './profile-details';
import { ProfileForm } from './profile-form';
import { SignInSettings } from './sign-in-settings';

export function ProfilePage() {
  const { email } = usePerson();
  const { data, fulfilledTimeStamp, error, isFetching, refetch } = shopApi.useGetUserQuery(
    { email },
    { refetchOnMountOrArgChange: true },
  );
  const [before] = useState(fulfilledTimeStamp);
  // The form keeps what it begins with: an answer from before the visit would be written back.
  const user = fulfilledTimeStamp === before ? undefined : data;
  useEndedSession(error, [401]);

  const dispatch = useShopDispatch();
  useEffect(() => {
    if (user) void dispatch(learnName(user));
  }, [user, dispatch]);

  return (
    <>
      <DashHead title="My Profile" />
      {user === undefined && error === undefined && <WaitingRows>Loading your profile</WaitingRows>}
      {user === undefined && error !== undefined && (
        <Failed
          title="Your profile did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </Failed>
      )}
      {user && (
        <div className="profile">
          <ProfileDetails user={user} />
          <ProfileForm user={user} />
          <SignInSettings user={user} />
        </div>
      )}
    </>
  );
}

import { ProfilePage } from '../../features/accounts/profile-page';
import { SavedAddresses } from '../../features/addresses/saved-addresses';

/** My Profile: the person, and where they have things sent. */
export function ProfileScreen() {
  return (
    <>
      <ProfilePage />
      <SavedAddresses />
    </>
  );
}

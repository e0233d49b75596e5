import { ProfilePage } from '../../features/accounts/profile-page';
import { SavedAddresses } from '../../features/addresses/saved-addresses';

/** My Profile: the user's details and their saved addresses. */
export function ProfileScreen() {
  return (
    <>
      <ProfilePage />
      <SavedAddresses />
    </>
  );
}

import type { User } from '../../api/generated-types';

/** People whose name or address holds the words. */
export function findUsers(users: User[], words: string): User[] {
  const sought = words.trim().toLowerCase();
  return users.filter(({ name, user }) =>
    [name ?? '', user].some((text) => text.toLowerCase().includes(sought)),
  );
}

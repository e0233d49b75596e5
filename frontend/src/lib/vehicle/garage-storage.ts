import { MEMBER_GARAGE_KEY } from '../personal-storage';
import { garageIn, type Garage } from './garage';

/** What this browser had before anybody signed in, and has again after they sign out. */
export const GARAGE_KEY = 'garage';

/**
 * The garage of a member, as it is here and as the shop kept it when both last met: what differs was
 * chosen here.
 */
export interface MemberGarage extends Garage {
  /** Whose it is. */
  owner: string;
  revision: number;
  saved: Garage;
}

/** What a browser did not take: it may refuse storage, or be full. It lasts as long as the page. */
const notStored = new Map<string, string>();

function read(key: string): unknown {
  try {
    return JSON.parse(notStored.get(key) ?? localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: Garage | null): void {
  const text = JSON.stringify(value);
  try {
    // What came from another tab is there already.
    if (value === null) localStorage.removeItem(key);
    else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
    notStored.delete(key);
  } catch {
    notStored.set(key, text);
  }
}

/** What this browser has when nobody is signed in. */
export const readGuestGarage = () => garageIn(read(GARAGE_KEY));

/** From signing in to Sign Out; null when there is none. */
export function readMemberGarage(): MemberGarage | null {
  const value = read(MEMBER_GARAGE_KEY);
  const { owner, revision, saved } = Object(value) as Record<keyof MemberGarage, unknown>;
  if (typeof owner !== 'string' || !Number.isSafeInteger(revision)) return null;
  return { ...garageIn(value), owner, revision: revision as number, saved: garageIn(saved) };
}

export const writeMemberGarage = (garage: MemberGarage) => {
  write(MEMBER_GARAGE_KEY, garage);
};

/** The garage that is shown. */
export function readGarage(): Garage {
  const { vehicles, chosen } = readMemberGarage() ?? readGuestGarage();
  return { vehicles, chosen };
}

export function writeGarage({ vehicles, chosen }: Garage): void {
  const member = readMemberGarage();
  if (member) writeMemberGarage({ ...member, vehicles, chosen });
  else write(GARAGE_KEY, vehicles.length > 0 ? { vehicles, chosen } : null);
}

/** For a user who signs out, after their storage was cleared. */
export function forgetMemberGarage(): Garage {
  notStored.delete(MEMBER_GARAGE_KEY);
  return readGarage();
}

import { MEMBER_GARAGE_KEY } from '../personal-storage';
import { garageIn, type Garage } from './garage';

/** The garage of this browser before sign-in, restored after sign-out. */
export const GARAGE_KEY = 'garage';

/** A member's local garage, with the saved garage at the last sync: differences were made here. */
export interface MemberGarage extends Garage {
  /** The owner. */
  owner: string;
  revision: number;
  saved: Garage;
}

/**
 * Entries that the browser did not store, because it refuses storage or is full. Lasts as long as
 * the page.
 */
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
    // A change from another tab is already stored.
    if (value === null) localStorage.removeItem(key);
    else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
    notStored.delete(key);
  } catch {
    notStored.set(key, text);
  }
}

/** This browser's garage while no user is signed in. */
export const readGuestGarage = () => garageIn(read(GARAGE_KEY));

/** From sign-in to sign-out; null otherwise. */
export function readMemberGarage(): MemberGarage | null {
  const value = read(MEMBER_GARAGE_KEY);
  const { owner, revision, saved } = Object(value) as Record<keyof MemberGarage, unknown>;
  if (typeof owner !== 'string' || !Number.isSafeInteger(revision)) return null;
  return { ...garageIn(value), owner, revision: revision as number, saved: garageIn(saved) };
}

export const writeMemberGarage = (garage: MemberGarage) => {
  write(MEMBER_GARAGE_KEY, garage);
};

/** The current garage. */
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
export function deleteMemberGarage(): Garage {
  notStored.delete(MEMBER_GARAGE_KEY);
  return readGarage();
}

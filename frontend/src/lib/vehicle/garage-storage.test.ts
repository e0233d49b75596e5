import { expect, it, vi } from 'vitest';
import { EMPTY_GARAGE } from './garage';
import {
  deleteMemberGarage,
  readGarage,
  readMemberGarage,
  writeGarage,
  writeMemberGarage,
} from './garage-storage';

const civic = { id: '2018/honda/civic', car: '2018 Honda Civic' };
const golf = { id: '2012/volkswagen/golf', car: '2012 Volkswagen Golf' };
const withCivic = { vehicles: [civic], chosen: civic.id };
const withGolf = { vehicles: [golf], chosen: golf.id };

it.each(['{', 'null', '7', '"x"', '[]', '{"vehicles":7}', '{"vehicles":[{"id":{}}]}'])(
  'reads %s as an empty garage',
  (text) => {
    localStorage.setItem('garage', text);
    localStorage.setItem('memberGarage', text);
    expect(readGarage()).toEqual(EMPTY_GARAGE);
    expect(readMemberGarage()).toBeNull();
  },
);

it('stores a garage for the next page', () => {
  writeGarage(withCivic);
  expect(readGarage()).toEqual(withCivic);
});

it('keeps what the browser had before a member signed in', () => {
  writeGarage(withCivic);
  writeMemberGarage({ owner: 'marta', revision: 1, saved: EMPTY_GARAGE, ...withCivic });
  writeGarage(withGolf);
  expect(readGarage()).toEqual(withGolf);
  expect(readMemberGarage()).toMatchObject({ owner: 'marta', revision: 1, saved: EMPTY_GARAGE });

  localStorage.removeItem('memberGarage');
  expect(deleteMemberGarage()).toEqual(withCivic);
});

it.each(['QuotaExceededError', 'SecurityError'])(
  'lasts as long as the page when storage returns %s',
  (name) => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', name);
    });
    writeGarage(withCivic);
    expect(readGarage()).toEqual(withCivic);
    writeMemberGarage({ owner: 'marta', revision: 1, saved: EMPTY_GARAGE, ...withGolf });
    expect(readGarage()).toEqual(withGolf);
    expect(deleteMemberGarage()).toEqual(withCivic);
  },
);

it('works when storage is blocked', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  writeGarage(withGolf);
  expect(readGarage()).toEqual(withGolf);
});

it('skips unchanged writes, which would notify other tabs', () => {
  writeGarage(withCivic);
  const set = vi.spyOn(Storage.prototype, 'setItem');
  writeGarage(withCivic);
  expect(set).not.toHaveBeenCalled();
});

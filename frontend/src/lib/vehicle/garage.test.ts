import { expect, it } from 'vitest';
import { EMPTY_GARAGE, garageIn, garageOf, isVehicle, nameOf, withChosen } from './garage';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${1990 + at}/honda/civic` }));

it.each([
  ['2018/honda/civic', true],
  ['2018/honda/civic/2.0l-l4-gas', true],
  ['1896/mercedes-benz/190-e', true],
  ['1895/honda/civic', false],
  ['2101/honda/civic', false],
  ['2018/honda', false],
  ['2018/honda/', false],
  ['2018/Honda/civic', false],
  ['2018/honda/civic-', false],
  ['2018/honda/civic/2.0l/x', false],
  ['2018/honda/civic/l.4', false],
  ['2018/honda/2.0l', false],
  [`2018/honda/${'a'.repeat(60)}`, true],
  [`2018/honda/${'a'.repeat(61)}`, false],
  [' 2018/honda/civic', false],
  ['2018/honda/civic\n', false],
  [2018, false],
  [null, false],
])('%j is a vehicle: %s', (text, expected) => {
  expect(isVehicle(text)).toBe(expected);
});

it.each([
  ['nothing', null],
  ['a number', 7],
  ['a list', [{ id: '2018/honda/civic' }]],
  ['vehicles that are not a list', { vehicles: '2018/honda/civic', chosen: '2018/honda/civic' }],
  ['invalid entries', { vehicles: [null, 7, 'x', {}, { id: 7 }, { id: 'civic' }] }],
])('%s is an empty garage', (_, value) => {
  expect(garageIn(value)).toEqual(EMPTY_GARAGE);
});

it('keeps valid entries next to invalid ones', () => {
  const kept = { id: '2018/honda/civic', car: '2018 Honda Civic', engine: '2.0L L4' };
  expect(
    garageIn({ vehicles: [{ id: 'x' }, { ...kept, wheels: 4 }, kept], chosen: kept.id }),
  ).toEqual({ vehicles: [kept], chosen: kept.id });
  const unnamed = garageIn({ vehicles: [{ ...kept, car: 7, engine: 'x'.repeat(161) }] });
  expect(unnamed.vehicles).toEqual([{ id: kept.id, car: undefined, engine: undefined }]);
});

it('keeps 20 of a thousand: the newest and the chosen one', () => {
  const thousand = Array.from({ length: 1000 }, (_, at) => ({ id: `2018/honda/model-${at}` }));
  const { vehicles, chosen } = garageIn({ vehicles: thousand, chosen: '2018/honda/model-3' });
  expect(vehicles).toHaveLength(20);
  expect(vehicles.at(0)?.id).toBe('2018/honda/model-3');
  expect(vehicles.at(-1)?.id).toBe('2018/honda/model-999');
  expect(chosen).toBe('2018/honda/model-3');
});

it('selects no car that is not in the garage', () => {
  expect(garageOf(numbered(2), '2018/honda/civic').chosen).toBeNull();
});

it('chooses a vehicle once, however often it is chosen', () => {
  const [first, second] = numbered(2) as [{ id: string }, { id: string }];
  const twice = withChosen(withChosen(withChosen(EMPTY_GARAGE, first), second), first);
  expect(twice).toEqual({ vehicles: [first, second], chosen: first.id });
});

it('makes room for the 21st', () => {
  const full = garageOf(numbered(20), '1990/honda/civic');
  const { vehicles, chosen } = withChosen(full, { id: '2018/honda/civic' });
  expect(vehicles.map(({ id }) => id)).not.toContain('1990/honda/civic');
  expect(vehicles).toHaveLength(20);
  expect(chosen).toBe('2018/honda/civic');
});

it('uses the shop’s name for a vehicle, or the words of its key', () => {
  const id = '2018/mercedes-benz/c-class/2.0l-l4-gas';
  expect(nameOf({ id })).toBe('2018 Mercedes Benz C Class');
  expect(nameOf({ id, car: '2018 Mercedes-Benz C-Class', engine: '2.0L L4' })).toBe(
    '2018 Mercedes-Benz C-Class 2.0L L4',
  );
});

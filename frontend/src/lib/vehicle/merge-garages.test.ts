import { expect, it } from 'vitest';
import { EMPTY_GARAGE, type Garage } from './garage';
import { isSameGarage, mergeGarages } from './merge-garages';

const id = (model: string) => `2018/honda/${model}`;
const garage = (models: string[], chosen: string | null = null): Garage => ({
  vehicles: models.map((model) => ({ id: id(model) })),
  chosen: chosen === null ? null : id(chosen),
});
const modelsOf = ({ vehicles }: Garage) => vehicles.map((vehicle) => vehicle.id.split('/')[2]);

it('merges both at sign-in and keeps the browser’s selection', () => {
  const merged = mergeGarages(EMPTY_GARAGE, garage(['b', 'c'], 'c'), garage(['a', 'b'], 'a'));
  expect(modelsOf(merged)).toEqual(['a', 'b', 'c']);
  expect(merged.chosen).toBe(id('c'));
});

it('uses the account’s selection when the browser has none', () => {
  expect(mergeGarages(EMPTY_GARAGE, garage(['b']), garage(['a'], 'a')).chosen).toBe(id('a'));
});

it('drops the oldest unselected ones past 20', () => {
  const saved = garage(Array.from({ length: 20 }, (_, at) => `s${at}`));
  const merged = mergeGarages(EMPTY_GARAGE, garage(['x', 'y', 's0'], 's0'), saved);
  expect(modelsOf(merged)).toEqual(['s0', ...modelsOf(saved).slice(3), 'x', 'y']);
  expect(merged.chosen).toBe(id('s0'));
});

it('keeps removals made in either browser', () => {
  const base = garage(['a', 'b', 'c'], 'a');
  const merged = mergeGarages(base, garage(['b', 'c', 'd'], 'd'), garage(['a', 'c', 'e'], 'a'));
  expect(modelsOf(merged)).toEqual(['c', 'e', 'd']);
  expect(merged.chosen).toBe(id('d'));
});

it('follows another browser that has deselected the car', () => {
  const base = garage(['a'], 'a');
  expect(mergeGarages(base, base, garage(['a'])).chosen).toBeNull();
});

it('keeps the car names that this browser knows', () => {
  const named = { id: id('a'), car: '2018 Honda A' };
  const merged = mergeGarages(garage(['a']), { vehicles: [named], chosen: null }, garage(['a']));
  expect(merged.vehicles).toEqual([named]);
});

it('compares vehicles and selection', () => {
  expect(isSameGarage(garage(['a', 'b'], 'a'), garage(['b', 'a'], 'a'))).toBe(true);
  expect(isSameGarage(garage(['a', 'b'], 'a'), garage(['a', 'b'], 'b'))).toBe(false);
  expect(isSameGarage(garage(['a', 'b']), garage(['a', 'c']))).toBe(false);
  expect(isSameGarage(garage(['a']), garage(['a', 'c']))).toBe(false);
});

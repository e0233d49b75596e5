/** Sets up fitment, for tests about something else. */
import type { Page } from '@playwright/test';
import type {
  ApplicationFields,
  FitmentRecord,
  SearchPage,
} from '../../src/api/contract/generated-types';
import { expect } from './people';
import { callAs, type Part } from './calls';

/** A car of the demo data, with its values in the car chooser. */
export const CIVIC = {
  year: '2018',
  make: 'Honda',
  model: 'Civic',
  engine: '2.0L L4',
  car: '2018 Honda Civic',
  name: '2018 Honda Civic 2.0L L4',
  id: '2018/honda/civic/2.0l-l4-gas',
};

/**
 * Sets the years of a model that a part fits, as an admin; without applications the part is no
 * longer listed for it.
 */
export async function listFor(
  adminPage: Page,
  { _id }: Part,
  model: string,
  applications: ApplicationFields[],
): Promise<void> {
  const record = await callAs<FitmentRecord>(adminPage, 'GET', `/parts/${_id}/fitments/record`);
  await callAs(adminPage, 'PUT', `/parts/${_id}/fitments/${model}`, {
    revision: record.revision,
    applications,
  });
}

/** Waits until search finds the part for the vehicle: fitment changes reach it with a delay. */
export async function expectFound(page: Page, { _id, title }: Part, vehicle: string) {
  const path = `/search?${new URLSearchParams({ q: title, vehicle })}`;
  const found = async () => {
    const { parts } = await callAs<SearchPage>(page, 'GET', path);
    return parts.map((part) => part._id);
  };
  await expect.poll(found).toContain(_id);
}

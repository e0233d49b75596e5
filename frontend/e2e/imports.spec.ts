import type { Page } from '@playwright/test';
import type { Fits, Import, VehicleName } from '../src/api/contract/generated-types';
import { callAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

/** A make of the shop, and one of its models. */
async function someModel(page: Page): Promise<VehicleName> {
  const [make] = await callAs<VehicleName[]>(page, 'GET', '/makes');
  if (!make) throw new Error('the shop knows no vehicles');
  const [model] = await callAs<VehicleName[]>(page, 'GET', `/makes/${make.id}/models`);
  if (!model) throw new Error(`the shop knows no models of ${make.name}`);
  return model;
}

/** A file of a brand with one part, whose vehicle and condition have unmapped codes. */
const aces = (stamp: string, number: string) => `<?xml version="1.0" encoding="utf-8"?>
<ACES version="4.2">
  <Header><BrandAAIAID>B${stamp}</BrandAAIAID><SubmissionType>UPDATE</SubmissionType></Header>
  <App action="A" id="1">
    <BaseVehicle id="9${stamp}"/><SubModel id="${stamp}"/>
    <Qty>2</Qty><Part>${number}</Part>
  </App>
  <Footer><RecordCount>1</RecordCount></Footer>
</ACES>`;

const waitUntil = async (page: Page, state: Import['state']) => {
  await expect(page.getByRole('region', { name: 'Import', exact: true })).toContainText(state, {
    timeout: 30_000,
  });
};

test("an admin imports a supplier's file, on a desktop and on a phone", async ({
  asAdmin: page,
  ownPart,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const stamp = `${Date.now()}`;
  const part = await ownPart.add({ title: `Brake pads ${stamp}` });
  const [brand, number] = [`import-${stamp}`, `IMP-${stamp}`];
  await callAs(page, 'POST', '/brands', { key: brand, name: `Import ${stamp}` });
  await callAs(page, 'PUT', `/parts/${part._id}/listing`, {
    revision: 1,
    listing: { brand, number },
  });
  await callAs(page, 'PUT', '/lookups', {
    lookups: [{ scheme: 'aces', kind: 'brand', code: `B${stamp}`, value: brand }],
  });
  const model = await someModel(page);
  const verdict = async () => {
    const path = `/fits?vehicle=2018/${model.id}&parts=${part._id}`;
    return (await callAs<Fits>(page, 'GET', path)).verdicts[0];
  };

  await page.goto('/dashboard/imports');
  await expectAccessible(page);
  await page.getByLabel('Drop a file here or choose one').setInputFiles({
    name: 'brakes.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(aces(stamp, number)),
  });
  await expect(page.getByLabel('Kind')).toHaveValue('aces');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await waitUntil(page, 'ready');

  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole('tab', { name: /Problems/ }).click();
  await page.getByLabel(`Vehicle 9${stamp}`).fill(`2018/${model.id}`);
  await page.getByLabel(`Condition SubModel:${stamp}`).fill(`Sport ${stamp}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save 2 and read again' }).click();
  // The open tab stays in view.
  await expect(page.getByText('All codes are known.')).toBeVisible();
  await page.getByRole('tab', { name: /Changes/ }).click();
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText(number);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await waitUntil(page, 'done');

  expect(await verdict()).toMatchObject({ verdict: 'fits_if' });
  expect(JSON.stringify(await verdict())).toContain(`Sport ${stamp}`);
});

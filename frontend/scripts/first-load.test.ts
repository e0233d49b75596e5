import { expect, it } from 'vitest';
import { withoutDescriptions } from './first-load.ts';

it('keeps of the pages what browsers need', () => {
  const pages = '{"home":{"path":"/","title":"Autoparts","description":"Parts."}}';
  expect(withoutDescriptions(pages)).toBe('{"home":{"path":"/","title":"Autoparts"}}');
});

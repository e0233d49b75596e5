import { expect, it } from 'vitest';
import { stars } from '../../api/contract/generated-types';
import { SCALE } from './stars';

it('shows as many stars as the server accepts', () => {
  expect([SCALE[0], SCALE.at(-1)]).toEqual([stars.minimum, stars.maximum]);
});

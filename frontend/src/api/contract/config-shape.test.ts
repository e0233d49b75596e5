import { expectTypeOf, it } from 'vitest';
import type { ShopConfig } from '../../lib/config';
import type { Config } from './generated-types';

it('the settings match the server’s API document (checked by the compiler)', () => {
  expectTypeOf<Config>().toExtend<ShopConfig>();
});

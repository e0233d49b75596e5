import { expectTypeOf, it } from 'vitest';
import type { ShopConfig } from '../lib/config';
import type { Config } from './generated-types';

it('the settings are what the server documents (checked by the compiler)', () => {
  expectTypeOf<Config>().toExtend<ShopConfig>();
});

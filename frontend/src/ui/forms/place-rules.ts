import { string } from 'yup';
import { regionName } from '../../api/contract/generated-types';
import { isPostalCode } from '../../lib/places/place';
import { hasRegions, regionLabel } from '../../lib/places/regions';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import { plainText } from './plain-text';

const POSTAL_CODE_INVALID = 'provide a valid postal code';

/**
 * Validation rules for a place. In countries with states or provinces, these and the postal code
 * are required.
 */
export const placeRules = {
  country: string().required(validation.required('country')),
  region: string()
    .trim()
    .when('country', ([country]: string[], schema) =>
      hasRegions(country ?? '')
        ? schema.required(validation.required(regionLabel(country ?? '').toLowerCase()))
        : schema.test(notTooLong('state or province', regionName)),
    ),
  postalCode: plainText().when('country', ([country]: string[], schema) => {
    const shaped = schema.test({
      name: 'postal code',
      message: POSTAL_CODE_INVALID,
      test: (code) => (code ?? '') === '' || isPostalCode(country ?? '', code ?? ''),
    });
    return hasRegions(country ?? '') ? shaped.required(validation.required('postal code')) : shaped;
  }),
};

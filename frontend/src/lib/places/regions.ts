import { countryName } from './countries';

/**
 * The states and provinces of the countries where shipping and tax need them, by the two-letter
 * codes that the server accepts.
 */
const REGIONS: Partial<Record<string, Record<string, string>>> = {
  US: {
    AL: 'Alabama',
    AK: 'Alaska',
    AS: 'American Samoa',
    AZ: 'Arizona',
    AR: 'Arkansas',
    AA: 'Armed Forces Americas',
    AE: 'Armed Forces Europe',
    AP: 'Armed Forces Pacific',
    CA: 'California',
    CO: 'Colorado',
    CT: 'Connecticut',
    DE: 'Delaware',
    DC: 'District of Columbia',
    FL: 'Florida',
    GA: 'Georgia',
    GU: 'Guam',
    HI: 'Hawaii',
    ID: 'Idaho',
    IL: 'Illinois',
    IN: 'Indiana',
    IA: 'Iowa',
    KS: 'Kansas',
    KY: 'Kentucky',
    LA: 'Louisiana',
    ME: 'Maine',
    MD: 'Maryland',
    MA: 'Massachusetts',
    MI: 'Michigan',
    MN: 'Minnesota',
    MS: 'Mississippi',
    MO: 'Missouri',
    MT: 'Montana',
    NE: 'Nebraska',
    NV: 'Nevada',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NM: 'New Mexico',
    NY: 'New York',
    NC: 'North Carolina',
    ND: 'North Dakota',
    MP: 'Northern Mariana Islands',
    OH: 'Ohio',
    OK: 'Oklahoma',
    OR: 'Oregon',
    PA: 'Pennsylvania',
    PR: 'Puerto Rico',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    SD: 'South Dakota',
    TN: 'Tennessee',
    TX: 'Texas',
    VI: 'U.S. Virgin Islands',
    UT: 'Utah',
    VT: 'Vermont',
    VA: 'Virginia',
    WA: 'Washington',
    WV: 'West Virginia',
    WI: 'Wisconsin',
    WY: 'Wyoming',
  },
  CA: {
    AB: 'Alberta',
    BC: 'British Columbia',
    MB: 'Manitoba',
    NB: 'New Brunswick',
    NL: 'Newfoundland and Labrador',
    NT: 'Northwest Territories',
    NS: 'Nova Scotia',
    NU: 'Nunavut',
    ON: 'Ontario',
    PE: 'Prince Edward Island',
    QC: 'Quebec',
    SK: 'Saskatchewan',
    YT: 'Yukon',
  },
};

/** Whether an address there needs one of the country's regions, and a postal code. */
export const hasRegions = (country: string): boolean => REGIONS[country] !== undefined;

/** Options such as `ME Maine`. */
export const regionChoices = (country: string): { value: string; label: string }[] =>
  Object.entries(REGIONS[country] ?? {}).map(([code, name]) => ({
    value: code,
    label: `${code} ${name}`,
  }));

/** The form's label for the region. */
export function regionLabel(country: string): string {
  if (country === 'US') return 'State';
  return country === 'CA' ? 'Province' : 'State or province';
}

/**
 * The region after a change of country: its code if the new country has it, otherwise empty; free
 * text stays if neither country has a list.
 */
export function regionWithin(country: string, region: string, before: string): string {
  const regions = REGIONS[country];
  if (regions === undefined) return hasRegions(before) ? '' : region;
  const typed = region.trim().toLowerCase();
  const found = Object.entries(regions).find(
    ([code, name]) => typed === code.toLowerCase() || typed === name.toLowerCase(),
  );
  return found?.[0] ?? '';
}

/** `Ohio` for `OH` in `US`; the text itself where there are no codes. */
export const regionName = (country: string, region: string): string =>
  REGIONS[country]?.[region] ?? region;

/** `Ohio, United States`, or the country alone. */
export const placeName = (country: string, region?: string): string =>
  region === undefined || region === ''
    ? countryName(country)
    : `${regionName(country, region)}, ${countryName(country)}`;

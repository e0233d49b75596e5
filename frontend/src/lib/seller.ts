/** Who sells and from where, as printed papers say it; the footer, which every visit loads, has it in words. */
export const seller = 'Autoparts';
export const street = '48 Foundry Lane';
export const city = 'Dayton, OH 45402';

/** Who sells, as the footer and printed papers say it. */
export const seller = {
  name: 'Autoparts',
  street: '48 Foundry Lane',
  city: 'Dayton, OH 45402',
  phone: '+1 937 555 0148',
  email: 'parts@autoparts.example',
};

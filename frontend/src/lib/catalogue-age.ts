/**
 * The moment that the catalogue shows while the shop's database is away, as the server says it with each of its answers;
 * null while they are of now.
 */
let asOf: string | null = null;
const listeners = new Set<() => void>();

export const catalogueAsOf = () => asOf;

export function noteCatalogueAsOf(moment: string | null) {
  if (moment === asOf) return;
  asOf = moment;
  listeners.forEach((tell) => {
    tell();
  });
}

export function onCatalogueAge(tell: () => void) {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

/**
 * The time of the catalogue snapshot that the shop serves while its database is unavailable, as
 * sent with each response; null while responses are current.
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

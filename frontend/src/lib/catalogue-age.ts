/**
 * The time of the copy of the catalog that the shop serves while its database is unavailable, as
 * sent with each response; null while responses are current.
 */
let asOf: string | null = null;
const listeners = new Set<() => void>();

export const catalogueAsOf = () => asOf;

export function noteCatalogueAsOf(moment: string | null) {
  if (moment === asOf) return;
  asOf = moment;
  listeners.forEach((listener) => {
    listener();
  });
}

export function onCatalogueAge(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

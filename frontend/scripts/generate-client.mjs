// Writes the client of the API from the server's own document, and the lengths and ranges of what it takes:
// `npm run api`. API_DOCUMENT points to another document when the server is not built yet.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generateEndpoints } from '@rtk-query/codegen-openapi';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Calls in a file of their own, so that nobody else loads them. */
const FOR_ADMINS = [
  'addBrand',
  'addCategory',
  'addPart',
  'changeImport',
  'changeParts',
  'classifyCondition',
  'closeRefund',
  'copyFitment',
  'countOrders',
  'countParts',
  'deleteBrand',
  'deleteCategory',
  'deleteLookup',
  'deletePart',
  'deleteReview',
  'deleteUnpaidOrder',
  'editFitment',
  'editListing',
  'editPart',
  'endSuspension',
  'getFitmentRecord',
  'getImport',
  'getNumbers',
  'getPartRecord',
  'getRates',
  'listAudit',
  'listConditions',
  'listEngines',
  'listFeedback',
  'listImports',
  'listLookups',
  'listLowStock',
  'listMails',
  'listMakes',
  'listModels',
  'listProducts',
  'listStockMovements',
  'listSubscribers',
  'listSuspensions',
  'listUnmatchedPayments',
  'makeAdmin',
  'moveStock',
  'readImportAgain',
  'refundOrder',
  'refundPart',
  'refundUnmatchedPayment',
  'removeAdmin',
  'restorePart',
  'saveBrand',
  'saveCategory',
  'saveLookups',
  'saveRates',
  'setReorderPoint',
  'shipOrder',
  'suspendFit',
  'tryRates',
];

/** What home asks for as soon as it opens, so that it loads no others. */
const FOR_HOME = ['listParts', 'listReviews'];

/** What a sold-out part asks for, when somebody presses its button. */
const FOR_STOCK_ALERTS = ['askForStockAlert', 'confirmStockAlerts', 'stopStockAlerts'];

/** What several parts at once need: most visits ask for none of it. */
const FOR_CARTS = ['checkOut', 'getCart', 'quote', 'saveCart'];

/** What members ask for who have things sent. */
const FOR_ADDRESSES = ['getAddressBook', 'saveAddressBook'];

/** Vehicles, and what fits them: asked for once a car is chosen, or being chosen. */
const FOR_VEHICLES = [
  'getFits',
  'getGarage',
  'listVehicleEngines',
  'listVehicleMakes',
  'listVehicleModels',
  'listVehicleYears',
  'saveGarage',
];

/** The file of each, and the name of what it exports. */
const FILES = [
  ['generated-admin.ts', 'generatedAdminApi', FOR_ADMINS],
  ['generated-home.ts', 'generatedHomeApi', FOR_HOME],
  ['generated-stock-alerts.ts', 'generatedStockAlertsApi', FOR_STOCK_ALERTS],
  ['generated-carts.ts', 'generatedCartsApi', FOR_CARTS],
  ['generated-addresses.ts', 'generatedAddressesApi', FOR_ADDRESSES],
  ['generated-vehicles.ts', 'generatedVehiclesApi', FOR_VEHICLES],
];

/** Made by other programs, or written by hand: `pages.ts`, `vehicles.ts` and `admin.ts` read long lists
 * and send files, `session-api.ts` begins and ends sessions. */
const LEFT_OUT = [
  'exportNumbers',
  'exportOrders',
  'addGuest',
  'addImport',
  'addPicture',
  'getExport',
  'getPicture',
  'health',
  'listFitments',
  'listImportChanges',
  'listImportFindings',
  'listOrders',
  'listRefunds',
  'listUsers',
  'nameVehicles',
  'openOrderLink',
  'openapi',
  'ready',
  'receiveStripeEvent',
  'registerUser',
  'resumeGuest',
  'signOut',
];

const DOCUMENT = process.env.API_DOCUMENT ?? at('../docs/openapi.json');

/** Patterns that forms judge by. The others are stricter than the server is with people's own letters. */
const PATTERNS = ['PhoneNumber'];

/** @param base the file and the name of what the calls are added to */
const generate = (
  exportName,
  filterEndpoints,
  [apiFile, apiImport] = ['./empty-api', 'emptyApi'],
) =>
  generateEndpoints({
    schemaFile: DOCUMENT,
    apiFile,
    apiImport,
    exportName,
    filterEndpoints,
    tag: false,
    encodePathParams: true,
    encodeQueryParams: false,
    endpointOverrides: [
      // Asking again for the same order answers with the same live intent, so reading it is a query.
      { pattern: 'createPaymentIntent', type: 'query' },
      // A quote changes nothing: it is posted because its lines are too long for an address.
      { pattern: 'quote', type: 'query' },
      // Neither does a trial.
      { pattern: 'tryRates', type: 'query' },
    ],
  });

/** What the generator writes into one file: first the calls, then their types. */
function partsOf(source) {
  const types = source.indexOf('export type ');
  return { calls: source.slice(0, types), types: source.slice(types) };
}

/** The calls for which `wanted` is true, in a file that takes its types from the common one. */
async function writeCalls(file, exportName, wanted, base) {
  const { calls } = partsOf(await generate(exportName, wanted, base));
  const names = new Set(calls.match(/\b\w+Api(?:Response|Arg)\b/g));
  const imports = `import type { ${[...names].join(', ')} } from './generated-types';\n`;
  await writeFile(at(`src/api/${file}`), imports + calls);
}

const { types } = partsOf(await generate('everything', () => true));
await writeFile(at('src/api/generated-types.ts'), types);
for (const [file, exportName, names] of FILES) {
  await writeCalls(file, exportName, (name) => names.includes(name));
}
const elsewhere = [...FILES.flatMap(([, , names]) => names), ...LEFT_OUT];
await writeCalls('generated.ts', 'generatedApi', (name) => !elsewhere.includes(name), [
  './home',
  'homeApi',
]);

/** Of several leaves, the one that allows more. */
const LIMITS = {
  minLength: Math.min,
  maxLength: Math.max,
  minimum: Math.min,
  maximum: Math.max,
};

/** `PartTitle` as the name of a value. */
const valueName = (schema) => schema[0].toLowerCase() + schema.slice(1);

/** How long the lists in a schema may be, as the source of a constant; none when it has no such lists. */
function longestListsOf(name, { properties = {} }) {
  const most = Object.entries(properties).flatMap(([field, { maxItems, oneOf = [] }]) => {
    const stated = [maxItems, ...oneOf.map((leaf) => leaf.maxItems)].find(Number.isInteger);
    return stated === undefined ? [] : [[field, stated]];
  });
  if (most.length === 0) return [];
  return [`export const ${valueName(name)}MaxItems = ${JSON.stringify(Object.fromEntries(most))};`];
}

/** What a schema says about length and range, as the source of a constant; none when it says nothing. */
function limitsOf([name, schema]) {
  // A number that may be sent as text is two schemas, each with limits of its own kind.
  const leaves = schema.oneOf ?? [schema];
  const limits = Object.entries(LIMITS).flatMap(([limit, widest]) => {
    const stated = leaves.map((leaf) => leaf[limit]).filter((value) => value !== undefined);
    return stated.length > 0 ? [[limit, widest(...stated)]] : [];
  });
  if (limits.length === 0) return longestListsOf(name, schema);
  const source = [
    `export const ${valueName(name)} = ${JSON.stringify(Object.fromEntries(limits))};`,
  ];
  if (PATTERNS.includes(name)) {
    const { pattern } = leaves.find((leaf) => leaf.pattern !== undefined);
    source.push(`export const ${valueName(name)}Pattern = ${new RegExp(pattern)};`);
  }
  return source;
}

const { components } = JSON.parse(await readFile(DOCUMENT, 'utf8'));
const limits = Object.entries(components.schemas).flatMap(limitsOf);
await writeFile(
  at('src/api/generated-limits.ts'),
  `/** How long and how large the server lets a value be, from its own document. */\n${limits.join('\n')}\n`,
);

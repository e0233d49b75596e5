// Generates the API client, and the limits of lengths, ranges and texts, from the server's OpenAPI
// document: `npm run api`. Set API_DOCUMENT to use another document if the server is not built yet.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generateEndpoints } from '@rtk-query/codegen-openapi';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Admin calls, in their own file so that only admins load them. */
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
  'countOpenTasks',
  'countReturns',
  'decideCores',
  'deleteBrand',
  'deleteCategory',
  'deleteLookup',
  'deletePart',
  'deleteReview',
  'deleteUnpaidOrder',
  'dismissFitFlag',
  'editFitment',
  'editListing',
  'editPart',
  'endSuspension',
  'getFitFlag',
  'getFitmentRecord',
  'getImport',
  'getNumbers',
  'getOrderHistory',
  'getPartRecord',
  'getRates',
  'getReturnPolicies',
  'listAudit',
  'listConditions',
  'listCores',
  'listEngines',
  'listFeedback',
  'listFitFlags',
  'listImports',
  'listLookups',
  'listLowStock',
  'listMails',
  'listMakes',
  'listModels',
  'listProducts',
  'listReturns',
  'listStockMovements',
  'listSubscribers',
  'listSuspensions',
  'listUnmatchedPayments',
  'listWithdrawals',
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
  'saveReturnPolicies',
  'setReorderPoint',
  'shipOrder',
  'sumCores',
  'suspendFit',
  'tryRates',
];

/** Calls made as soon as home opens. A separate file, so that home loads no others. */
const FOR_HOME = ['listParts', 'listReviews'];

/** Calls for stock alerts on a sold-out part, made when the visitor presses the button. */
const FOR_STOCK_ALERTS = ['askForStockAlert', 'confirmStockAlerts', 'stopStockAlerts'];

/** Calls about several parts at once. Most visits make none of them. */
const FOR_CARTS = ['checkOut', 'getCart', 'quote', 'saveCart'];

/** Calls about a member's address book. */
const FOR_ADDRESSES = ['getAddressBook', 'saveAddressBook'];

/** Calls about returns, made once a shipped order or a return is shown. */
const FOR_RETURNS = [
  'decideReturn',
  'getReturn',
  'listCoresOf',
  'listReturnsOf',
  'previewReturn',
  'requestReturn',
];

/** Calls about invoices and credit notes. */
const FOR_BILLING = ['listDocuments'];

/** Calls on the page where customers withdraw from a contract. */
const FOR_WITHDRAWALS = ['withdraw'];

/** Calls about vehicles and fitment, made once a car is chosen or being chosen. */
const FOR_VEHICLES = [
  'getFits',
  'getGarage',
  'listVehicleEngines',
  'listVehicleMakes',
  'listVehicleModels',
  'listVehicleYears',
  'saveGarage',
];

/** Output file and export name of each group. */
const FILES = [
  ['generated-admin.ts', 'generatedAdminApi', FOR_ADMINS],
  ['generated-home.ts', 'generatedHomeApi', FOR_HOME],
  ['generated-stock-alerts.ts', 'generatedStockAlertsApi', FOR_STOCK_ALERTS],
  ['generated-carts.ts', 'generatedCartsApi', FOR_CARTS],
  ['generated-addresses.ts', 'generatedAddressesApi', FOR_ADDRESSES],
  ['generated-returns.ts', 'generatedReturnsApi', FOR_RETURNS],
  ['generated-billing.ts', 'generatedBillingApi', FOR_BILLING],
  ['generated-withdrawals.ts', 'generatedWithdrawalsApi', FOR_WITHDRAWALS],
  ['generated-vehicles.ts', 'generatedVehiclesApi', FOR_VEHICLES],
];

/**
 * Calls that other programs make, or that are written by hand: `pages.ts`, `vehicles.ts` and
 * `admin.ts` read long lists, send files and preview refunds; `session/session-api.ts` starts and
 * ends sessions.
 */
const LEFT_OUT = [
  'exportFitWarnings',
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
  'previewRefund',
  'ready',
  'receiveStripeEvent',
  'registerUser',
  'resumeGuest',
  'signOut',
];

/** Where the files are written. */
const FOLDER = 'src/api/contract';

const DOCUMENT = process.env.API_DOCUMENT ?? at('../docs/openapi.json');

/**
 * Patterns that forms validate with. Those of links are stricter than the server about non-ASCII
 * letters, and other forms have more precise messages than one for the whole pattern.
 */
const PATTERNS = ['CouponCode', 'PhoneNumber', 'PostalCode', 'PostalPrefix'];

const generate = (exportName, filterEndpoints) =>
  generateEndpoints({
    schemaFile: DOCUMENT,
    apiFile: './empty-api',
    apiImport: 'emptyApi',
    exportName,
    filterEndpoints,
    tag: false,
    encodePathParams: true,
    encodeQueryParams: false,
    endpointOverrides: [
      // Repeating the request for the same order returns the same live intent, so it is a query.
      { pattern: 'createPaymentIntent', type: 'query' },
      // A quote changes nothing. It is posted because its lines are too long for a URL.
      { pattern: 'quote', type: 'query' },
      // Testing the rates and previewing a return change nothing either.
      { pattern: 'tryRates', type: 'query' },
      { pattern: 'previewReturn', type: 'query' },
    ],
  });

/** Splits the generator's output into the calls and their types. */
function partsOf(source) {
  const types = source.indexOf('export type ');
  return { calls: source.slice(0, types), types: source.slice(types) };
}

/**
 * Writes the calls for which `wanted` is true to a file that takes its types from the shared one.
 */
async function writeCalls(file, exportName, wanted) {
  const { calls } = partsOf(await generate(exportName, wanted));
  const names = new Set(calls.match(/\b\w+Api(?:Response|Arg)\b/g));
  const imports = `import type { ${[...names].join(', ')} } from './generated-types';\n`;
  await writeFile(at(`${FOLDER}/${file}`), imports + calls);
}

const { types } = partsOf(await generate('everything', () => true));
for (const [file, exportName, names] of FILES) {
  await writeCalls(file, exportName, (name) => names.includes(name));
}
const elsewhere = [...FILES.flatMap(([, , names]) => names), ...LEFT_OUT];
await writeCalls('generated.ts', 'generatedApi', (name) => !elsewhere.includes(name));

/** How to combine the limits of several alternatives: the most permissive one wins. */
const LIMITS = {
  minLength: Math.min,
  maxLength: Math.max,
  minimum: Math.min,
  maximum: Math.max,
};

/** The value name of a schema: `PartTitle` becomes `partTitle`. */
const valueName = (schema) => schema[0].toLowerCase() + schema.slice(1);

/**
 * The maximum lengths of a schema's lists, as the source of a constant; empty without such lists.
 */
function longestListsOf(name, { properties = {} }) {
  const most = Object.entries(properties).flatMap(([field, { maxItems, oneOf = [] }]) => {
    const stated = [maxItems, ...oneOf.map((leaf) => leaf.maxItems)].find(Number.isInteger);
    return stated === undefined ? [] : [[field, stated]];
  });
  if (most.length === 0) return [];
  return [`export const ${valueName(name)}MaxItems = ${JSON.stringify(Object.fromEntries(most))};`];
}

/** A schema's limits and pattern, as the source of constants; empty without any. */
function limitsOf([name, schema]) {
  // A number that may also be sent as text has two schemas, each with its own kind of limits.
  const leaves = schema.oneOf ?? [schema];
  const limits = Object.entries(LIMITS).flatMap(([limit, widest]) => {
    const stated = leaves.map((leaf) => leaf[limit]).filter((value) => value !== undefined);
    return stated.length > 0 ? [[limit, widest(...stated)]] : [];
  });
  const source =
    limits.length === 0
      ? longestListsOf(name, schema)
      : [`export const ${valueName(name)} = ${JSON.stringify(Object.fromEntries(limits))};`];
  if (PATTERNS.includes(name)) {
    const { pattern } = leaves.find((leaf) => leaf.pattern !== undefined);
    source.push(`export const ${valueName(name)}Pattern = ${new RegExp(pattern)};`);
  }
  return source;
}

const { components } = JSON.parse(await readFile(DOCUMENT, 'utf8'));
const limits = Object.entries(components.schemas).flatMap(limitsOf);
const heading = '/** How long and how large the server lets a value be, from its own document. */';
await writeFile(at(`${FOLDER}/generated-types.ts`), `${types}\n${heading}\n${limits.join('\n')}\n`);

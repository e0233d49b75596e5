/**
 * Complete and plausible server responses, for unit tests and browser tests alike: a test sets the
 * fields it is about and takes the rest from here. New response fields are added here.
 */
import type {
  AddedPicture,
  AddressBook,
  AgreedFit,
  AuditEntry,
  CoreClaim,
  BillingDocument,
  Brand,
  Category,
  Code,
  Destination,
  Facets,
  Feedback,
  FieldProblem,
  FitmentRecord,
  Listing,
  LowStock,
  Mail,
  NewPart,
  Order,
  OpenTasks,
  OrderCounts,
  OrderRefund,
  Part,
  PartRecord,
  Problem,
  Product,
  Quote,
  QuotedLine,
  Refund,
  Return,
  Review,
  SavedAddress,
  SearchPage,
  StockMovement,
  Subscriber,
  Suggestions,
  UnmatchedPayment,
  User,
  Vehicle,
  Verdict,
} from '../api/contract/generated-types';
import type { Person } from '../lib/session/session-slice';

/** The time of every event that a test does not date. */
export const NOON = '2026-03-07T12:30:00Z';

/** An id in the shop's format, unique per number. */
export const idOf = (number: number) =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A guest without an account. */
export const gina: Person = { name: 'Gina Guest', email: 'gina@garage.example' };

export const marta: Person = { name: 'Marta Lindqvist', email: 'marta@northgarage.example' };

export type PartFacts = Omit<Part, '_id'>;

/** A part as an admin adds it. */
export const aNewPart = (facts: Partial<PartFacts> = {}): PartFacts => ({
  title: 'Alternator',
  desc: '120 A',
  img: '/catalogue/alternator.svg',
  minOrderQuantity: 10,
  available: 7500,
  price: 38.5,
  ...facts,
});

export const aPart = (facts: Partial<Part> = {}): Part => ({
  _id: 'part-1',
  ...aNewPart(),
  ...facts,
});

/** A listing without optional details. */
export const aListing = (facts: Partial<Listing> = {}): Listing => ({
  attributes: [],
  condition: 'new',
  hazmat: false,
  numbers: [],
  pictures: [],
  universal: false,
  ...facts,
});

/** A part with every field that admins edit, none with its default. */
export const WHOLE_PART = {
  title: 'Brake pads',
  desc: 'Ceramic',
  img: '/catalogue/brake-pads.svg',
  minOrderQuantity: 4,
  available: 100,
  price: 28.6,
  pack: 2,
  core: 5,
} satisfies Pick<Required<Part>, keyof Omit<NewPart, 'listing'>>;

/** Its listing. */
export const WHOLE_LISTING = {
  brand: 'norvane',
  number: '388-B',
  category: 'pads',
  condition: 'used',
  listPrice: 42.5,
  numbers: [{ kind: 'oem', maker: 'Honda', number: '388-A' }],
  attributes: [{ name: 'Voltage', value: '12', unit: 'V' }],
  pictures: [{ img: '/catalogue/a.svg', alt: 'Four pads' }],
  weight: 5900,
  length: 190,
  width: 120,
  height: 60,
  hazmat: true,
  universal: true,
  successor: idOf(2),
} satisfies Required<Omit<Listing, 'returns'>>;

/** A part as admins edit it. */
export const aPartRecord = (facts: Partial<PartRecord> = {}): PartRecord => ({
  part: aPart(),
  listing: aListing(),
  revision: 3,
  hidden: false,
  reorderAt: 9,
  changedAt: NOON,
  ...facts,
});

/** Nothing is listed. */
export const aFitmentRecord = (facts: Partial<FitmentRecord> = {}): FitmentRecord => ({
  revision: 3,
  models: [],
  total: 0,
  setAside: 0,
  suspensions: [],
  ...facts,
});

export const aProduct = (facts: Partial<Product> = {}): Product => ({
  ...aPart(),
  revision: 3,
  hidden: false,
  reorderAt: 0,
  changedAt: NOON,
  ...facts,
});

/** The result of an upload; each number is a different picture. */
export function anAddedPicture(number = 1): AddedPicture {
  const file = (size: number) => `/pictures/${String(number).padStart(32, '0')}-${size}.jpg`;
  return {
    img: file(800),
    sizes: [
      { img: file(320), width: 320, height: 240 },
      { img: file(800), width: 800, height: 600 },
      { img: file(1600), width: 1600, height: 1200 },
    ],
  };
}

export const aLowPart = (part: Partial<Part> = {}, reorderAt = 9): LowStock => {
  const low = aPart({ available: 3, ...part });
  return { _id: low._id, part: low, reorderAt };
};

export const aStockMovement = (facts: Partial<StockMovement> = {}): StockMovement => ({
  _id: 'movement-1',
  reason: 'received',
  pieces: 20,
  createdAt: NOON,
  ...facts,
});

export const aBrand = (facts: Partial<Brand> = {}): Brand => ({
  _id: 'norvane',
  name: 'Norvane',
  ...facts,
});

export const aCategory = (facts: Partial<Category> = {}): Category => ({
  _id: 'brakes',
  name: 'Brakes',
  position: 0,
  ...facts,
});

export const someFacets = (facts: Partial<Facets> = {}): Facets => ({
  attributes: [],
  brands: [],
  categories: [],
  conditions: [],
  ...facts,
});

/** Search results, on a single page by default. */
export function aSearchPage(facts: Partial<SearchPage> = {}): SearchPage {
  const { parts = [] } = facts;
  return { parts, total: parts.length, facets: someFacets(), numbers: [], ...facts };
}

export const someSuggestions = (facts: Partial<Suggestions> = {}): Suggestions => ({
  categories: [],
  brands: [],
  numbers: [],
  parts: [],
  ...facts,
});

/** A quoted line: the minimum number of alternators by default. */
export function aQuotedLine(facts: Partial<QuotedLine> = {}): QuotedLine {
  const { unitPrice = 38.5, quantity = 10 } = facts;
  return {
    part: idOf(1),
    title: 'Alternator',
    image: '/catalogue/alternator.svg',
    unitPrice,
    quantity,
    total: Math.round(unitPrice * quantity * 100) / 100,
    available: 7500,
    minimumOrder: 10,
    ...facts,
  };
}

/** A quote for several lines; the totals are calculated from them. */
export function aQuote(...lines: QuotedLine[]): Quote {
  const here = lines.filter(({ unitPrice }) => unitPrice !== undefined);
  const centsOf = (dollars: (line: QuotedLine) => number) =>
    here.reduce((sum, line) => sum + Math.round(dollars(line) * 100), 0);
  const goods = centsOf(({ total = 0 }) => total);
  const cores = centsOf(({ core = 0, quantity }) => core * quantity);
  return {
    lines,
    quantity: here.reduce((sum, { quantity }) => sum + quantity, 0),
    goods: goods / 100,
    ...(cores > 0 && { cores: cores / 100 }),
    total: (goods + cores) / 100,
    placeMissing: false,
    orderable: lines.every(({ problem }) => problem === undefined),
  };
}

/** An unpaid order by default; `state` is derived from `paid` and `status`. */
export function anOrder(facts: Partial<Order> = {}): Order {
  const { paid = false, status = 'pending', product = 'Alternator' } = facts;
  const { orderedId = 'part-1', quantity = 10, totalPrice = 385 } = facts;
  return {
    _id: 'order-1',
    number: 'AP-7KQD-M2XW',
    orderedId,
    product,
    quantity,
    totalPrice,
    lines: [{ part: orderedId, product, quantity, unitPrice: totalPrice / quantity }],
    name: marta.name,
    email: marta.email,
    address: '12 Harbor Street\nPortland, ME',
    phone: '207 555 0173',
    placedAt: '2026-11-21T09:30:00Z',
    paid,
    status,
    state: status === 'shipped' ? 'shipped' : paid ? 'paid' : 'held',
    ...facts,
  };
}

export const someOpenTasks = (facts: Partial<OpenTasks> = {}): OpenTasks => ({
  ordersToShip: 0,
  ordersInDispute: 0,
  returnsToDecide: 0,
  returnsToReceive: 0,
  coresToInspect: 0,
  fitFlags: 0,
  refundsFailing: 0,
  paymentsUnmatched: 0,
  mailsLate: 0,
  partsLow: 0,
  ...facts,
});

export const someOrderCounts = (facts: Partial<OrderCounts> = {}): OrderCounts => ({
  all: 0,
  toShip: 0,
  unpaid: 0,
  shipped: 0,
  refunded: 0,
  disputed: 0,
  ...facts,
});

/** Marta before she has filled in her profile. */
export const aUser = (facts: Partial<User> = {}): User => ({
  _id: 'user-1',
  user: marta.email,
  name: marta.name,
  emailVerified: true,
  ...facts,
});

/** An address that Marta has saved. */
export const aSavedAddress = ({
  phone = '207 555 0173',
  ...destination
}: Partial<Destination> & { phone?: string } = {}): SavedAddress => ({
  destination: {
    recipient: marta.name,
    line1: '12 Harbor Street',
    city: 'Portland',
    region: 'ME',
    postalCode: '04101',
    country: 'US',
    ...destination,
  },
  phone,
});

/** A member's address book as last saved. */
export const anAddressBook = (...addresses: SavedAddress[]): AddressBook => ({
  addresses,
  revision: addresses.length,
});

export const aReview = (facts: Partial<Review> = {}): Review => ({
  _id: 'review-1',
  name: 'Marta',
  rating: 5,
  review: 'Quick, and it fits.',
  ...facts,
});

/** A refund that has not been sent to the provider yet. */
export const aRefund = (facts: Partial<Refund> = {}): Refund => ({
  _id: 'refund-1',
  order: 'order-1',
  transactionId: 'pi_1',
  amount: 380,
  reason: 'byAdmin',
  byHand: false,
  failures: 0,
  dueAt: NOON,
  ...facts,
});

/** The same refund as part of its order. */
export const anOrderRefund = (facts: Partial<OrderRefund> = {}): OrderRefund => ({
  id: 'refund-1',
  amount: 38.5,
  reason: 'goodwill',
  requestedAt: NOON,
  done: false,
  ...facts,
});

/** The invoice of Marta's order. */
export const anInvoice = (facts: Partial<BillingDocument> = {}): BillingDocument => ({
  kind: 'invoice',
  number: 'INV-000001',
  issuedAt: NOON,
  seller: ['Vale Parts', '1 Mill Road', 'Tax number 12-3456789'],
  amount: 385,
  pieces: [],
  ...facts,
});

/** A requested return of two of Marta's ten alternators. */
export const aReturn = (facts: Partial<Return> = {}): Return => ({
  _id: 'return-1',
  number: 'RT-7KQD-M2XW',
  order: 'order-1',
  orderNumber: 'AP-7KQD-M2XW',
  name: marta.name,
  state: 'requested',
  reason: 'does_not_fit',
  lines: [{ line: 1, part: 'part-1', product: 'Alternator', pieces: 2 }],
  requestedAt: NOON,
  ...facts,
});

/** The core charges of a line with two pieces, whose old parts are due. */
export const aCoreClaim = (facts: Partial<CoreClaim> = {}): CoreClaim => ({
  _id: 'order-1/1',
  order: 'order-1',
  orderNumber: 'AP-7KQD-M2XW',
  name: marta.name,
  line: 1,
  product: 'Alternator',
  core: 15,
  owed: 2,
  received: 0,
  accepted: 0,
  refused: 0,
  expired: 0,
  closed: 0,
  dueAt: '2026-12-21T23:59:59.999999Z',
  ...facts,
});

export const anUnmatchedPayment = (facts: Partial<UnmatchedPayment> = {}): UnmatchedPayment => ({
  transactionId: 'pi_9',
  order: 'gone',
  amount: 20,
  foundAt: NOON,
  failures: 0,
  ...facts,
});

/** An entry of the audit log: Ada made Marta an admin. */
export const anAuditEntry = (facts: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: 'entry-1',
  action: 'grant_admin',
  actor: { _id: 'user-9', user: 'ada@autoparts.example' },
  subject: { _id: 'user-1', user: marta.email },
  detail: 'address confirmed',
  createdAt: NOON,
  ...facts,
});

export const aMail = (facts: Partial<Mail> = {}): Mail => ({
  _id: 'mail-1',
  to: marta.email,
  subject: 'Your new password',
  text: 'Follow the link.',
  givenUp: false,
  createdAt: NOON,
  ...facts,
});

export const aSubscriber = (facts: Partial<Subscriber> = {}): Subscriber => ({
  _id: 'subscriber-1',
  email: 'x@c.example',
  state: 'confirmed',
  createdAt: NOON,
  ...facts,
});

export const someFeedback = (facts: Partial<Feedback> = {}): Feedback => ({
  _id: 'feedback-1',
  createdAt: NOON,
  message: 'Faster, please.',
  ...facts,
});

/** The server's response to a form, with the number of changes. */
export const changed = { acknowledged: true, matchedCount: 1, modifiedCount: 1 };
export const deleted = { acknowledged: true, deletedCount: 1 };
export const revised = (revision: number) => ({ acknowledged: true, revision });
export const saved = (added: boolean) => ({ acknowledged: true, added });
export const stockMoved = (available: number) => ({ acknowledged: true, available });
export const inserted = (insertedId: string) => ({ acknowledged: true, insertedId });

/** A refusal; its detail contains the code, so that a test can check that it was shown. */
export const aProblem = (status: number, code: Code, more: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  title: code,
  status,
  code,
  detail: `detail of ${code}`,
  ...more,
});

/** The refusal of a form because of invalid fields. */
export const invalidFields = (...fields: FieldProblem[]) =>
  aProblem(422, 'invalid_fields', { title: 'Some fields are invalid', fields });

/** `2018 Honda Civic`, in the shop's format. */
export const CIVIC: Vehicle = {
  id: '2018/honda/civic',
  name: '2018 Honda Civic',
  year: 2018,
  make: { id: 'honda', name: 'Honda' },
  model: { id: 'honda/civic', name: 'Civic' },
};

/** A verdict about a part and a car: fits by default. */
export const aVerdict = (facts: Partial<Verdict> = {}): Verdict => ({
  part: 'part-1',
  verdict: 'fits',
  anyOf: [],
  needs: [],
  notes: [],
  ...facts,
});

/** What was agreed about a line and a car: fits by default. */
export const anAgreedFit = (facts: Partial<AgreedFit> = {}): AgreedFit => ({
  vehicle: CIVIC.id,
  name: CIVIC.name,
  verdict: 'fits',
  conditions: [],
  confirmed: false,
  ...facts,
});

import type { BaseQueryApi, FetchArgs } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';
import { generatedAdminApi } from './generated-admin';
import type {
  About,
  AddedPicture,
  AuditEntry,
  ConditionEntry,
  FitmentRecord,
  Import,
  ImportChange,
  ImportFinding,
  ImportFindingKind,
  ImportKind,
  ListAuditApiArg,
  ListOrdersApiArg,
  ListProductsApiArg,
  Order,
  Part,
  Refund,
  StockMovement,
  User,
} from './generated-types';
import { fromTheStart, nextAfter, page, PAGE_SIZE, type Cursor } from './pages';
import type { ApiError } from './problem';

/**
 * Shows in the lists that are open what is known of a part. They are asked for again after each change,
 * but that takes a moment.
 */
const showInLists =
  (id: string, known: Partial<Part>) =>
  (dispatch: (patch: ReturnType<typeof patched>) => unknown, getState: () => unknown) => {
    const lists = generatedAdminApi.util.selectCachedArgsForQuery(
      getState() as Parameters<typeof generatedAdminApi.util.selectCachedArgsForQuery>[0],
      'listProducts',
    );
    for (const list of lists) dispatch(patched(list, id, known));
  };

const patched = (list: ListProductsApiArg, id: string, known: Partial<Part>) =>
  generatedAdminApi.util.updateQueryData('listProducts', list, ({ products }) => {
    const part = products.find(({ _id }) => _id === id);
    if (part) Object.assign(part, known);
  });

/** How many orders an admin's list shows at a time. */
export const ORDERS_STEP = 50;

/** How many entries of the audit log are shown at a time. */
export const AUDIT_STEP = 50;

/** How many models of a part an admin's list shows at a time. */
const MODELS_STEP = 100;

/** How many lines of an import's report are shown at a time. */
const REPORT_STEP = 50;

const byPlace: {
  initialPageParam: Cursor;
  getNextPageParam: (last: { place: string }[]) => Cursor;
} = {
  initialPageParam: undefined,
  getNextPageParam: (last) => (last.length >= REPORT_STEP ? last.at(-1)?.place : undefined),
};

/** Which orders are looked for. */
export type OrderChoice = Omit<ListOrdersApiArg, 'after' | 'limit'>;

/** Which entries of the audit log are looked for. */
export type AuditChoice = Omit<ListAuditApiArg, 'after' | 'limit'>;

/** A large picture over a slow line, and those that are worked on before it. */
const UPLOAD_TIMEOUT_MS = 90_000;

/** Ten thousand parts are changed one after the other. */
const CHANGE_TIMEOUT_MS = 300_000;

/** Two gigabytes over a slow line. */
const FILE_TIMEOUT_MS = 7_200_000;

const ignore = () => undefined;

/** What only admins ask for. A file of its own, so that nobody else loads it. */
export const adminApi = generatedAdminApi
  .enhanceEndpoints({
    addTagTypes: [
      'AuditEntry',
      'Brand',
      'Category',
      'Condition',
      'Fitment',
      'Import',
      'Order',
      'Part',
      'Rates',
      'Refund',
      'Review',
      'StockMovement',
      'TriedRates',
      'UnmatchedPayment',
      'User',
    ],
    endpoints: {
      // The way back from a product finds its place in the list, which is asked for anew all the same.
      listProducts: { providesTags: ['Part'], keepUnusedDataFor: 300 },
      countParts: { providesTags: ['Part', 'Brand', 'Category'] },
      // Looking at what would become of parts changes none.
      changeParts: {
        query: ({ partChanges, ...params }) => ({
          url: '/parts',
          method: 'PATCH',
          body: partChanges,
          params,
          timeout: CHANGE_TIMEOUT_MS,
        }),
        invalidatesTags: (_report, _error, { partChanges: { dryRun } }) =>
          dryRun === true ? [] : ['AuditEntry', 'Part'],
      },
      addPart: { invalidatesTags: ['AuditEntry', 'Part'] },
      editPart: {
        invalidatesTags: ['AuditEntry', 'Part'],
        onQueryStarted: ({ id, partEdit: { title, price } }, { dispatch, queryFulfilled }) => {
          const show = () => {
            dispatch(showInLists(id, { title, price: Number(price) }));
          };
          queryFulfilled.then(show, ignore);
        },
      },
      editListing: { invalidatesTags: ['Part'] },
      deletePart: { invalidatesTags: ['AuditEntry', 'Part'] },
      restorePart: { invalidatesTags: ['AuditEntry', 'Part'] },
      moveStock: {
        invalidatesTags: ['AuditEntry', 'Part', 'StockMovement'],
        onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => {
          queryFulfilled.then(({ data: { available } }) => {
            dispatch(showInLists(id, { available }));
          }, ignore);
        },
      },
      setReorderPoint: { invalidatesTags: ['Part'] },
      // A form must not begin with what somebody has changed since it was last open.
      getPartRecord: {
        providesTags: ['Part'],
        keepUnusedDataFor: 0,
        onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => {
          queryFulfilled.then(({ data: { part } }) => {
            dispatch(showInLists(id, part));
          }, ignore);
        },
      },
      // An edit of what a part fits counts its revision up.
      editFitment: { invalidatesTags: ['AuditEntry', 'Condition', 'Fitment', 'Part'] },
      copyFitment: { invalidatesTags: ['AuditEntry', 'Condition', 'Fitment', 'Part'] },
      suspendFit: { invalidatesTags: ['AuditEntry', 'Fitment', 'Part'] },
      endSuspension: { invalidatesTags: ['AuditEntry', 'Fitment', 'Part'] },
      classifyCondition: { invalidatesTags: ['Condition', 'Fitment', 'Part'] },
      listLowStock: { providesTags: ['Part'] },

      // Parts show the names of their brands, and merging moves them.
      // Also when the key was taken: then there is one that the list does not have yet.
      addBrand: { invalidatesTags: ['Brand'] },
      addCategory: { invalidatesTags: ['Category'] },
      saveBrand: { invalidatesTags: ['Brand', 'Part'] },
      deleteBrand: { invalidatesTags: ['Brand', 'Part'] },
      saveCategory: { invalidatesTags: ['Category'] },
      deleteCategory: { invalidatesTags: ['Category', 'Part'] },

      // Orders hold stock, so deleting one changes the parts as well.
      deleteUnpaidOrder: { invalidatesTags: ['AuditEntry', 'Order', 'Part'] },
      // Also while the page is being left: then what is held is sent.
      shipOrder: {
        query: ({ id, shipRequest }) => ({
          url: `/ship/${encodeURIComponent(id)}`,
          method: 'PUT',
          body: shipRequest,
          keepalive: true,
        }),
        invalidatesTags: ['AuditEntry', 'Order'],
      },
      countOrders: { providesTags: ['Order'] },
      refundOrder: { invalidatesTags: ['AuditEntry', 'Order', 'Part', 'Refund'] },
      // Pieces that come back are movements of the stock.
      refundPart: {
        invalidatesTags: ['AuditEntry', 'Order', 'Part', 'Refund', 'StockMovement'],
      },
      closeRefund: { invalidatesTags: ['AuditEntry', 'Refund'] },
      listUnmatchedPayments: { providesTags: ['UnmatchedPayment'] },
      refundUnmatchedPayment: { invalidatesTags: ['AuditEntry', 'UnmatchedPayment'] },

      getRates: { providesTags: ['Rates'] },
      saveRates: {
        // The answer is all of them. After a refusal, what is on the screen is out of date.
        invalidatesTags: (_rates, error) =>
          error === undefined ? ['AuditEntry', 'TriedRates'] : ['Rates', 'TriedRates'],
        // Shown at once: the next change begins with this revision.
        onQueryStarted: (_arg, { dispatch, queryFulfilled }) => {
          queryFulfilled.then(({ data }) => {
            dispatch(generatedAdminApi.util.updateQueryData('getRates', undefined, () => data));
          }, ignore);
        },
      },
      // What was tried is tried again as soon as something else is saved.
      tryRates: { providesTags: ['TriedRates'], keepUnusedDataFor: 0 },

      listImports: { providesTags: ['Import'] },
      getImport: { providesTags: ['Import'] },
      changeImport: { invalidatesTags: ['AuditEntry', 'Import'] },
      readImportAgain: { invalidatesTags: ['Import'] },

      deleteReview: { invalidatesTags: ['AuditEntry', 'Review'] },
      makeAdmin: { invalidatesTags: ['AuditEntry', 'User'] },
      removeAdmin: { invalidatesTags: ['AuditEntry', 'User'] },
      listAudit: { providesTags: ['AuditEntry'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      orders: build.infiniteQuery<Order[], OrderChoice, Cursor>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (last) => nextAfter(last, ORDERS_STEP),
        },
        query: ({ queryArg, pageParam }) => ({
          url: '/orders',
          params: { ...queryArg, limit: ORDERS_STEP, after: pageParam },
        }),
        providesTags: ['Order'],
      }),
      ordersById: build.query<Order[], string[]>({
        queryFn: async (ids, _api, _options, ask) => {
          const answers = await Promise.all(
            ids.map(async (id) => ask(`/order/${encodeURIComponent(id)}`)),
          );
          const failed = answers.find(({ error }) => error !== undefined);
          if (failed?.error !== undefined) return { error: failed.error };
          return { data: answers.map(({ data }) => data as Order) };
        },
        providesTags: ['Order'],
      }),
      everyUser: build.infiniteQuery<User[], undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ pageParam }) => page('/users', pageParam),
        providesTags: ['User'],
      }),
      auditEntries: build.infiniteQuery<AuditEntry[], AuditChoice, Cursor>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (last) => nextAfter(last, AUDIT_STEP),
        },
        query: ({ queryArg, pageParam }) => ({
          url: '/audit',
          params: { ...queryArg, limit: AUDIT_STEP, after: pageParam },
        }),
        providesTags: ['AuditEntry'],
      }),
      everyRefund: build.infiniteQuery<Refund[], undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ pageParam }) => page('/refunds', pageParam),
        providesTags: ['Refund'],
      }),
      everyFitment: build.infiniteQuery<FitmentRecord, string, Cursor>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: ({ models }) =>
            models.length >= MODELS_STEP ? models.at(-1)?.model.id : undefined,
        },
        query: ({ queryArg: id, pageParam }) =>
          page(`/parts/${encodeURIComponent(id)}/fitments/record`, pageParam, MODELS_STEP),
        providesTags: ['Fitment'],
      }),
      everyCondition: build.infiniteQuery<ConditionEntry[], About | undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ queryArg: about, pageParam }) => ({
          url: '/conditions',
          params: { about, limit: PAGE_SIZE, after: pageParam },
        }),
        providesTags: ['Condition'],
      }),
      // A report does not change once it is there.
      importChanges: build.infiniteQuery<ImportChange[], string, Cursor>({
        infiniteQueryOptions: byPlace,
        query: ({ queryArg: id, pageParam }) =>
          page(`/imports/${encodeURIComponent(id)}/changes`, pageParam, REPORT_STEP),
      }),
      importFindings: build.infiniteQuery<
        ImportFinding[],
        { id: string; kind: ImportFindingKind },
        Cursor
      >({
        infiniteQueryOptions: byPlace,
        query: ({ queryArg: { id, kind }, pageParam }) => ({
          url: `/imports/${encodeURIComponent(id)}/findings`,
          params: { kind, limit: REPORT_STEP, after: pageParam },
        }),
      }),
      everyStockMovement: build.infiniteQuery<StockMovement[], string, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ queryArg: id, pageParam }) =>
          page(`/parts/${encodeURIComponent(id)}/stock`, pageParam),
        providesTags: ['StockMovement'],
      }),
    }),
  });

/** A call that takes minutes, as `dispatch` and `getState` of the store make it. */
type LongCall<T> = (
  dispatch: BaseQueryApi['dispatch'],
  getState: () => unknown,
) => Promise<{ data?: T; error?: ApiError }>;

/**
 * Makes a call that takes minutes. No mutation: what a change has made stale is asked for again once no call is
 * under way.
 */
const long =
  (endpoint: string, call: FetchArgs, signal: AbortSignal): LongCall<unknown> =>
  async (dispatch, getState) => {
    const api = { dispatch, getState, signal, extra: undefined, endpoint };
    const abort = () => undefined;
    // Who stops it does not wait for anything, such as a new access token.
    const stopped = new Promise<{ data?: unknown; error?: ApiError }>((resolve) => {
      const stop = () => {
        resolve({});
      };
      signal.addEventListener('abort', stop, { once: true });
    });
    const sent = baseQuery(call, { ...api, abort, type: 'mutation' }, {});
    const { data, error } = await Promise.race([sent, stopped]);
    return error ? { error } : { data };
  };

/** Sends a picture. */
export const sendPicture = (file: File, signal: AbortSignal) =>
  long(
    'addPicture',
    {
      url: '/pictures',
      method: 'POST',
      body: file,
      headers: { 'content-type': file.type },
      timeout: UPLOAD_TIMEOUT_MS,
    },
    signal,
  ) as LongCall<AddedPicture>;

/** Sends a file that is to be taken in. */
export const sendImport = (file: File, kind: ImportKind, signal: AbortSignal) =>
  long(
    'addImport',
    {
      url: '/imports',
      method: 'POST',
      params: { kind, file: file.name },
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
      timeout: FILE_TIMEOUT_MS,
    },
    signal,
  ) as LongCall<Import>;

/** Fetches orders or numbers as CSV: those that a list or a page shows. */
export const fetchReport = (
  kind: 'orders' | 'numbers',
  params: Record<string, string | undefined>,
  signal: AbortSignal,
) =>
  long(
    'getReport',
    {
      url: `/exports/${kind}`,
      params,
      responseHandler: (response: Response) => (response.ok ? response.blob() : response.json()),
      timeout: FILE_TIMEOUT_MS,
    },
    signal,
  ) as LongCall<Blob>;

/** Fetches a spreadsheet. */
export const fetchExport = (kind: string, content: 'all' | 'example', signal: AbortSignal) =>
  long(
    'getExport',
    {
      url: `/exports/${encodeURIComponent(kind)}`,
      params: { content },
      responseHandler: (response: Response) => (response.ok ? response.blob() : response.json()),
      timeout: FILE_TIMEOUT_MS,
    },
    signal,
  ) as LongCall<Blob>;

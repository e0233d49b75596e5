import type { BaseQueryApi, FetchArgs } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './contract/base-query';
import { generatedAdminApi } from './contract/generated-admin';
import type {
  About,
  AddedPicture,
  AuditEntry,
  ConditionEntry,
  CoreClaim,
  FitFlag,
  FitmentRecord,
  Import,
  ImportChange,
  ImportFinding,
  ImportFindingKind,
  ImportKind,
  ListAuditApiArg,
  ListCoresApiArg,
  ListOrdersApiArg,
  ListProductsApiArg,
  ListReturnsApiArg,
  Order,
  Part,
  PartialRefund,
  Refund,
  RefundPreview,
  Return,
  StockMovement,
  User,
  Withdrawal,
} from './contract/generated-types';
import { fromTheStart, nextAfter, page, PAGE_SIZE, type Cursor } from './pages';
import type { ApiError } from './contract/problem';

/**
 * Updates a part in the open lists right away. They are also refetched after each change, but that
 * takes a moment.
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

/** Page size of an admin's order list. */
export const ORDERS_STEP = 50;

/** Page size of an admin's lists of returns and core charges. */
const RETURNS_STEP = 50;

/** Page size of an admin's list of withdrawals. */
const WITHDRAWALS_STEP = 50;

/** Page size of the audit log. */
export const AUDIT_STEP = 50;

/** Page size of an admin's list of a part's models. */
const MODELS_STEP = 100;

/** Page size of an import's report. */
const REPORT_STEP = 50;

const byPlace: {
  initialPageParam: Cursor;
  getNextPageParam: (last: { place: string }[]) => Cursor;
} = {
  initialPageParam: undefined,
  getNextPageParam: (last) => (last.length >= REPORT_STEP ? last.at(-1)?.place : undefined),
};

/** Filters of the order list. */
export type OrderChoice = Omit<ListOrdersApiArg, 'after' | 'limit'>;

/** Filters of the list of returns. */
export type ReturnChoice = Omit<ListReturnsApiArg, 'after' | 'limit'>;

/** Filters of the list of core charges. */
export type CoreChoice = Omit<ListCoresApiArg, 'after' | 'limit'>;

/** Filters of the audit log. */
export type AuditChoice = Omit<ListAuditApiArg, 'after' | 'limit'>;

/** A large picture over a slow connection, plus the pictures processed before it. */
const UPLOAD_TIMEOUT_MS = 90_000;

/** Ten thousand parts are changed one by one. */
const CHANGE_TIMEOUT_MS = 300_000;

/** Two gigabytes over a slow connection. */
const FILE_TIMEOUT_MS = 7_200_000;

const ignore = () => undefined;

/** Admin calls. A separate file, so that only admins load it. */
export const adminApi = generatedAdminApi
  .enhanceEndpoints({
    addTagTypes: [
      'AuditEntry',
      'Brand',
      'Category',
      'Condition',
      'Core',
      'FitFlag',
      'Fitment',
      'Import',
      'Order',
      'Part',
      'Rates',
      'ReturnPolicy',
      'Refund',
      'Return',
      'Review',
      'StockMovement',
      'TriedRates',
      'UnmatchedPayment',
      'User',
    ],
    endpoints: {
      // Going back from a product restores the position in the list. The list is still refetched.
      listProducts: { providesTags: ['Part'], keepUnusedDataFor: 300 },
      countParts: { providesTags: ['Part', 'Brand', 'Category'] },
      // A preview changes no parts.
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
      // A form must not start with data from before another admin's change.
      getPartRecord: {
        providesTags: ['Part'],
        keepUnusedDataFor: 0,
        onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => {
          queryFulfilled.then(({ data: { part } }) => {
            dispatch(showInLists(id, part));
          }, ignore);
        },
      },
      // Editing a part's fitment increments its revision.
      editFitment: { invalidatesTags: ['AuditEntry', 'Condition', 'Fitment', 'Part'] },
      copyFitment: { invalidatesTags: ['AuditEntry', 'Condition', 'Fitment', 'Part'] },
      suspendFit: { invalidatesTags: ['AuditEntry', 'FitFlag', 'Fitment', 'Part'] },
      endSuspension: { invalidatesTags: ['AuditEntry', 'FitFlag', 'Fitment', 'Part'] },
      getFitFlag: { providesTags: ['FitFlag'] },
      dismissFitFlag: { invalidatesTags: ['AuditEntry', 'FitFlag'] },
      classifyCondition: { invalidatesTags: ['Condition', 'Fitment', 'Part'] },
      listLowStock: { providesTags: ['Part'] },

      // Parts show their brand names, and merging brands moves parts. Also invalidated when the key
      // was taken: then a brand exists that the list does not have yet.
      addBrand: { invalidatesTags: ['Brand'] },
      addCategory: { invalidatesTags: ['Category'] },
      saveBrand: { invalidatesTags: ['Brand', 'Part'] },
      deleteBrand: { invalidatesTags: ['Brand', 'Part'] },
      saveCategory: { invalidatesTags: ['Category'] },
      deleteCategory: { invalidatesTags: ['Category', 'Part'] },

      getOrderHistory: { providesTags: ['AuditEntry', 'Core', 'Order', 'Refund', 'Return'] },
      // Orders reserve stock, so deleting one changes the parts as well.
      deleteUnpaidOrder: { invalidatesTags: ['AuditEntry', 'Order', 'Part'] },
      // `keepalive`, because pending changes are also sent while the user leaves the page.
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
      countOpenTasks: {
        providesTags: ['FitFlag', 'Order', 'Part', 'Refund', 'Return', 'UnmatchedPayment'],
      },
      countReturns: { providesTags: ['Return'] },
      sumCores: { providesTags: ['Core'] },
      // Accepting old parts refunds their core charges.
      decideCores: { invalidatesTags: ['AuditEntry', 'Core', 'Order', 'Refund'] },
      refundOrder: { invalidatesTags: ['AuditEntry', 'Core', 'Order', 'Part', 'Refund'] },
      // Returned pieces are stock movements.
      refundPart: {
        invalidatesTags: ['AuditEntry', 'Core', 'Order', 'Part', 'Refund', 'StockMovement'],
      },
      closeRefund: { invalidatesTags: ['AuditEntry', 'Refund'] },
      listUnmatchedPayments: { providesTags: ['UnmatchedPayment'] },
      refundUnmatchedPayment: { invalidatesTags: ['AuditEntry', 'UnmatchedPayment'] },

      getRates: { providesTags: ['Rates'] },
      saveRates: {
        // The response contains all of them. After a refusal, the screen is out of date.
        invalidatesTags: (_rates, error) =>
          error === undefined ? ['AuditEntry', 'TriedRates'] : ['Rates', 'TriedRates'],
        // Shown immediately: the next change starts from this revision.
        onQueryStarted: (_arg, { dispatch, queryFulfilled }) => {
          queryFulfilled.then(({ data }) => {
            dispatch(generatedAdminApi.util.updateQueryData('getRates', undefined, () => data));
          }, ignore);
        },
      },
      getReturnPolicies: { providesTags: ['ReturnPolicy'] },
      saveReturnPolicies: {
        // The terms of every part may have changed. After a refusal, the screen is out of date.
        invalidatesTags: (_policies, error) =>
          error === undefined ? ['AuditEntry', 'Part'] : ['ReturnPolicy'],
        onQueryStarted: (_arg, { dispatch, queryFulfilled }) => {
          queryFulfilled.then(({ data }) => {
            dispatch(
              generatedAdminApi.util.updateQueryData('getReturnPolicies', undefined, () => data),
            );
          }, ignore);
        },
      },
      // A rates test runs again as soon as something else is saved.
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
      returns: build.infiniteQuery<Return[], ReturnChoice, Cursor>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (last) => nextAfter(last, RETURNS_STEP),
        },
        query: ({ queryArg, pageParam }) => ({
          url: '/returns',
          params: { ...queryArg, limit: RETURNS_STEP, after: pageParam },
        }),
        providesTags: ['Return'],
      }),
      cores: build.infiniteQuery<CoreClaim[], CoreChoice, Cursor>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (last) => nextAfter(last, RETURNS_STEP),
        },
        query: ({ queryArg, pageParam }) => ({
          url: '/cores',
          params: { ...queryArg, limit: RETURNS_STEP, after: pageParam },
        }),
        providesTags: ['Core'],
      }),
      withdrawals: build.infiniteQuery<Withdrawal[], undefined, Cursor>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (last) => nextAfter(last, WITHDRAWALS_STEP),
        },
        query: ({ pageParam }) => ({
          url: '/withdrawals',
          params: { limit: WITHDRAWALS_STEP, after: pageParam },
        }),
        providesTags: ['Return'],
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
      /**
       * What a partial refund would do. The whole order is in the cache key, because any change to
       * it may change the amounts.
       */
      refundPreview: build.query<RefundPreview, { order: Order; part: PartialRefund }>({
        query: ({ order, part }) => ({
          url: `/order/${encodeURIComponent(order._id)}/refund-previews`,
          method: 'POST',
          body: part,
        }),
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
      everyFitFlag: build.infiniteQuery<FitFlag[], undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ pageParam }) => page('/fit-flags', pageParam),
        providesTags: ['FitFlag'],
      }),
      everyCondition: build.infiniteQuery<ConditionEntry[], About | undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ queryArg: about, pageParam }) => ({
          url: '/conditions',
          params: { about, limit: PAGE_SIZE, after: pageParam },
        }),
        providesTags: ['Condition'],
      }),
      // A report never changes once it exists.
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

/** A call that takes minutes, created from the store's `dispatch` and `getState`. */
type LongCall<T> = (
  dispatch: BaseQueryApi['dispatch'],
  getState: () => unknown,
) => Promise<{ data?: T; error?: ApiError }>;

/**
 * Makes a call that takes minutes. Not a mutation: RTK Query refetches stale data only when no call
 * is pending.
 */
const long =
  (endpoint: string, call: FetchArgs, signal: AbortSignal): LongCall<unknown> =>
  async (dispatch, getState) => {
    const api = { dispatch, getState, signal, extra: undefined, endpoint };
    const abort = () => undefined;
    // Stopping takes effect immediately, without waiting for anything such as a new access token.
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

/** Uploads a picture. */
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

/** Uploads a file to import. */
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

/** Fetches the orders, statistics or fit warnings that a page shows, as a file. */
export const fetchReport = (
  kind: 'fit-warnings' | 'orders' | 'numbers',
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

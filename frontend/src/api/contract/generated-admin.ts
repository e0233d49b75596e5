import type {
  ListAuditApiResponse,
  ListAuditApiArg,
  AddBrandApiResponse,
  AddBrandApiArg,
  SaveBrandApiResponse,
  SaveBrandApiArg,
  DeleteBrandApiResponse,
  DeleteBrandApiArg,
  AddCategoryApiResponse,
  AddCategoryApiArg,
  SaveCategoryApiResponse,
  SaveCategoryApiArg,
  DeleteCategoryApiResponse,
  DeleteCategoryApiArg,
  ListConditionsApiResponse,
  ListConditionsApiArg,
  ClassifyConditionApiResponse,
  ClassifyConditionApiArg,
  SumCoresApiResponse,
  SumCoresApiArg,
  ListCoresApiResponse,
  ListCoresApiArg,
  DecideCoresApiResponse,
  DecideCoresApiArg,
  ListFeedbackApiResponse,
  ListFeedbackApiArg,
  ListFitFlagsApiResponse,
  ListFitFlagsApiArg,
  GetFitFlagApiResponse,
  GetFitFlagApiArg,
  DismissFitFlagApiResponse,
  DismissFitFlagApiArg,
  ListImportsApiResponse,
  ListImportsApiArg,
  GetImportApiResponse,
  GetImportApiArg,
  ChangeImportApiResponse,
  ChangeImportApiArg,
  ReadImportAgainApiResponse,
  ReadImportAgainApiArg,
  ListLookupsApiResponse,
  ListLookupsApiArg,
  SaveLookupsApiResponse,
  SaveLookupsApiArg,
  DeleteLookupApiResponse,
  DeleteLookupApiArg,
  ListMakesApiResponse,
  ListMakesApiArg,
  ListModelsApiResponse,
  ListModelsApiArg,
  ListEnginesApiResponse,
  ListEnginesApiArg,
  ListSubscribersApiResponse,
  ListSubscribersApiArg,
  GetNumbersApiResponse,
  GetNumbersApiArg,
  CountOpenTasksApiResponse,
  CountOpenTasksApiArg,
  CountOrdersApiResponse,
  CountOrdersApiArg,
  GetOrderHistoryApiResponse,
  GetOrderHistoryApiArg,
  RefundPartApiResponse,
  RefundPartApiArg,
  ListMailsApiResponse,
  ListMailsApiArg,
  AddPartApiResponse,
  AddPartApiArg,
  ChangePartsApiResponse,
  ChangePartsApiArg,
  CountPartsApiResponse,
  CountPartsApiArg,
  ListProductsApiResponse,
  ListProductsApiArg,
  EditPartApiResponse,
  EditPartApiArg,
  DeletePartApiResponse,
  DeletePartApiArg,
  CopyFitmentApiResponse,
  CopyFitmentApiArg,
  GetFitmentRecordApiResponse,
  GetFitmentRecordApiArg,
  EditFitmentApiResponse,
  EditFitmentApiArg,
  EditListingApiResponse,
  EditListingApiArg,
  GetPartRecordApiResponse,
  GetPartRecordApiArg,
  SetReorderPointApiResponse,
  SetReorderPointApiArg,
  RestorePartApiResponse,
  RestorePartApiArg,
  ListStockMovementsApiResponse,
  ListStockMovementsApiArg,
  MoveStockApiResponse,
  MoveStockApiArg,
  GetRatesApiResponse,
  GetRatesApiArg,
  SaveRatesApiResponse,
  SaveRatesApiArg,
  TryRatesApiResponse,
  TryRatesApiArg,
  RefundOrderApiResponse,
  RefundOrderApiArg,
  CloseRefundApiResponse,
  CloseRefundApiArg,
  CountReturnsApiResponse,
  CountReturnsApiArg,
  GetReturnPoliciesApiResponse,
  GetReturnPoliciesApiArg,
  SaveReturnPoliciesApiResponse,
  SaveReturnPoliciesApiArg,
  ListReturnsApiResponse,
  ListReturnsApiArg,
  DeleteReviewApiResponse,
  DeleteReviewApiArg,
  ShipOrderApiResponse,
  ShipOrderApiArg,
  DeleteUnpaidOrderApiResponse,
  DeleteUnpaidOrderApiArg,
  ListLowStockApiResponse,
  ListLowStockApiArg,
  ListSuspensionsApiResponse,
  ListSuspensionsApiArg,
  SuspendFitApiResponse,
  SuspendFitApiArg,
  EndSuspensionApiResponse,
  EndSuspensionApiArg,
  ListUnmatchedPaymentsApiResponse,
  ListUnmatchedPaymentsApiArg,
  RefundUnmatchedPaymentApiResponse,
  RefundUnmatchedPaymentApiArg,
  MakeAdminApiResponse,
  MakeAdminApiArg,
  RemoveAdminApiResponse,
  RemoveAdminApiArg,
  ListWithdrawalsApiResponse,
  ListWithdrawalsApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<ListAuditApiResponse, ListAuditApiArg>({
      query: (queryArg) => ({
        url: `/audit`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
          action: queryArg.action,
          actor: queryArg.actor,
          subject: queryArg.subject,
          from: queryArg['from'],
          to: queryArg.to,
        },
      }),
    }),
    addBrand: build.mutation<AddBrandApiResponse, AddBrandApiArg>({
      query: (queryArg) => ({
        url: `/brands`,
        method: 'POST',
        body: queryArg.newBrand,
      }),
    }),
    saveBrand: build.mutation<SaveBrandApiResponse, SaveBrandApiArg>({
      query: (queryArg) => ({
        url: `/brands/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.brandFields,
      }),
    }),
    deleteBrand: build.mutation<DeleteBrandApiResponse, DeleteBrandApiArg>({
      query: (queryArg) => ({
        url: `/brands/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
        params: {
          into: queryArg.into,
        },
      }),
    }),
    addCategory: build.mutation<AddCategoryApiResponse, AddCategoryApiArg>({
      query: (queryArg) => ({
        url: `/categories`,
        method: 'POST',
        body: queryArg.newCategory,
      }),
    }),
    saveCategory: build.mutation<SaveCategoryApiResponse, SaveCategoryApiArg>({
      query: (queryArg) => ({
        url: `/categories/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.categoryFields,
      }),
    }),
    deleteCategory: build.mutation<DeleteCategoryApiResponse, DeleteCategoryApiArg>({
      query: (queryArg) => ({
        url: `/categories/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
        params: {
          into: queryArg.into,
        },
      }),
    }),
    listConditions: build.query<ListConditionsApiResponse, ListConditionsApiArg>({
      query: (queryArg) => ({
        url: `/conditions`,
        params: {
          about: queryArg.about,
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    classifyCondition: build.mutation<ClassifyConditionApiResponse, ClassifyConditionApiArg>({
      query: (queryArg) => ({
        url: `/conditions/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.conditionEdit,
      }),
    }),
    sumCores: build.query<SumCoresApiResponse, SumCoresApiArg>({
      query: () => ({ url: `/core-totals` }),
    }),
    listCores: build.query<ListCoresApiResponse, ListCoresApiArg>({
      query: (queryArg) => ({
        url: `/cores`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
          state: queryArg.state,
        },
      }),
    }),
    decideCores: build.mutation<DecideCoresApiResponse, DecideCoresApiArg>({
      query: (queryArg) => ({
        url: `/cores/${encodeURIComponent(String(queryArg.id))}/${encodeURIComponent(String(queryArg.line))}`,
        method: 'PUT',
        body: queryArg.coreChange,
      }),
    }),
    listFeedback: build.query<ListFeedbackApiResponse, ListFeedbackApiArg>({
      query: (queryArg) => ({
        url: `/feedback`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    listFitFlags: build.query<ListFitFlagsApiResponse, ListFitFlagsApiArg>({
      query: (queryArg) => ({
        url: `/fit-flags`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    getFitFlag: build.query<GetFitFlagApiResponse, GetFitFlagApiArg>({
      query: (queryArg) => ({
        url: `/fit-flags/${encodeURIComponent(String(queryArg.part))}/${encodeURIComponent(String(queryArg.make))}/${encodeURIComponent(String(queryArg.model))}`,
      }),
    }),
    dismissFitFlag: build.mutation<DismissFitFlagApiResponse, DismissFitFlagApiArg>({
      query: (queryArg) => ({
        url: `/fit-flags/${encodeURIComponent(String(queryArg.part))}/${encodeURIComponent(String(queryArg.make))}/${encodeURIComponent(String(queryArg.model))}`,
        method: 'DELETE',
        params: {
          misfits: queryArg.misfits,
        },
      }),
    }),
    listImports: build.query<ListImportsApiResponse, ListImportsApiArg>({
      query: (queryArg) => ({
        url: `/imports`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    getImport: build.query<GetImportApiResponse, GetImportApiArg>({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    changeImport: build.mutation<ChangeImportApiResponse, ChangeImportApiArg>({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.importFields,
      }),
    }),
    readImportAgain: build.mutation<ReadImportAgainApiResponse, ReadImportAgainApiArg>({
      query: (queryArg) => ({
        url: `/imports/${encodeURIComponent(String(queryArg.id))}/repeats`,
        method: 'POST',
      }),
    }),
    listLookups: build.query<ListLookupsApiResponse, ListLookupsApiArg>({
      query: (queryArg) => ({
        url: `/lookups`,
        params: {
          scheme: queryArg.scheme,
          kind: queryArg.kind,
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    saveLookups: build.mutation<SaveLookupsApiResponse, SaveLookupsApiArg>({
      query: (queryArg) => ({
        url: `/lookups`,
        method: 'PUT',
        body: queryArg.lookupsRequest,
      }),
    }),
    deleteLookup: build.mutation<DeleteLookupApiResponse, DeleteLookupApiArg>({
      query: (queryArg) => ({
        url: `/lookups`,
        method: 'DELETE',
        params: {
          scheme: queryArg.scheme,
          kind: queryArg.kind,
          code: queryArg.code,
        },
      }),
    }),
    listMakes: build.query<ListMakesApiResponse, ListMakesApiArg>({
      query: () => ({ url: `/makes` }),
    }),
    listModels: build.query<ListModelsApiResponse, ListModelsApiArg>({
      query: (queryArg) => ({
        url: `/makes/${encodeURIComponent(String(queryArg.make))}/models`,
      }),
    }),
    listEngines: build.query<ListEnginesApiResponse, ListEnginesApiArg>({
      query: (queryArg) => ({
        url: `/makes/${encodeURIComponent(String(queryArg.make))}/models/${encodeURIComponent(String(queryArg.model))}/engines`,
      }),
    }),
    listSubscribers: build.query<ListSubscribersApiResponse, ListSubscribersApiArg>({
      query: (queryArg) => ({
        url: `/newsletter`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    getNumbers: build.query<GetNumbersApiResponse, GetNumbersApiArg>({
      query: (queryArg) => ({
        url: `/numbers`,
        params: {
          from: queryArg['from'],
          to: queryArg.to,
          by: queryArg.by,
        },
      }),
    }),
    countOpenTasks: build.query<CountOpenTasksApiResponse, CountOpenTasksApiArg>({
      query: () => ({ url: `/open-tasks` }),
    }),
    countOrders: build.query<CountOrdersApiResponse, CountOrdersApiArg>({
      query: () => ({ url: `/order-counts` }),
    }),
    getOrderHistory: build.query<GetOrderHistoryApiResponse, GetOrderHistoryApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/history`,
      }),
    }),
    refundPart: build.mutation<RefundPartApiResponse, RefundPartApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/refunds`,
        method: 'POST',
        body: queryArg.partialRefund,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    listMails: build.query<ListMailsApiResponse, ListMailsApiArg>({
      query: (queryArg) => ({
        url: `/outbox`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
          state: queryArg.state,
        },
      }),
    }),
    addPart: build.mutation<AddPartApiResponse, AddPartApiArg>({
      query: (queryArg) => ({
        url: `/parts`,
        method: 'POST',
        body: queryArg.newPart,
      }),
    }),
    changeParts: build.mutation<ChangePartsApiResponse, ChangePartsApiArg>({
      query: (queryArg) => ({
        url: `/parts`,
        method: 'PATCH',
        body: queryArg.partChanges,
        params: {
          q: queryArg.q,
          category: queryArg.category,
          brand: queryArg.brand,
          condition: queryArg.condition,
          priceFrom: queryArg.priceFrom,
          priceTo: queryArg.priceTo,
          attribute: queryArg.attribute,
          inStock: queryArg.inStock,
          sort: queryArg.sort,
          after: queryArg.after,
          limit: queryArg.limit,
          list: queryArg.list,
        },
      }),
    }),
    countParts: build.query<CountPartsApiResponse, CountPartsApiArg>({
      query: () => ({ url: `/parts/counts` }),
    }),
    listProducts: build.query<ListProductsApiResponse, ListProductsApiArg>({
      query: (queryArg) => ({
        url: `/parts/records`,
        params: {
          q: queryArg.q,
          category: queryArg.category,
          brand: queryArg.brand,
          condition: queryArg.condition,
          priceFrom: queryArg.priceFrom,
          priceTo: queryArg.priceTo,
          attribute: queryArg.attribute,
          inStock: queryArg.inStock,
          sort: queryArg.sort,
          after: queryArg.after,
          limit: queryArg.limit,
          list: queryArg.list,
        },
      }),
    }),
    editPart: build.mutation<EditPartApiResponse, EditPartApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.partEdit,
      }),
    }),
    deletePart: build.mutation<DeletePartApiResponse, DeletePartApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    copyFitment: build.mutation<CopyFitmentApiResponse, CopyFitmentApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/fitments/copies`,
        method: 'POST',
        body: queryArg.fitmentCopy,
      }),
    }),
    getFitmentRecord: build.query<GetFitmentRecordApiResponse, GetFitmentRecordApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/fitments/record`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    editFitment: build.mutation<EditFitmentApiResponse, EditFitmentApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/fitments/${encodeURIComponent(String(queryArg.make))}/${encodeURIComponent(String(queryArg.model))}`,
        method: 'PUT',
        body: queryArg.fitmentEdit,
      }),
    }),
    editListing: build.mutation<EditListingApiResponse, EditListingApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/listing`,
        method: 'PUT',
        body: queryArg.listingEdit,
      }),
    }),
    getPartRecord: build.query<GetPartRecordApiResponse, GetPartRecordApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/record`,
      }),
    }),
    setReorderPoint: build.mutation<SetReorderPointApiResponse, SetReorderPointApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/reorder-point`,
        method: 'PUT',
        body: queryArg.reorderPoint,
      }),
    }),
    restorePart: build.mutation<RestorePartApiResponse, RestorePartApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/restore`,
        method: 'POST',
      }),
    }),
    listStockMovements: build.query<ListStockMovementsApiResponse, ListStockMovementsApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/stock`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    moveStock: build.mutation<MoveStockApiResponse, MoveStockApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/stock`,
        method: 'POST',
        body: queryArg.newStockMovement,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    getRates: build.query<GetRatesApiResponse, GetRatesApiArg>({
      query: () => ({ url: `/rates` }),
    }),
    saveRates: build.mutation<SaveRatesApiResponse, SaveRatesApiArg>({
      query: (queryArg) => ({
        url: `/rates`,
        method: 'PUT',
        body: queryArg.ratesRequest,
      }),
    }),
    tryRates: build.query<TryRatesApiResponse, TryRatesApiArg>({
      query: (queryArg) => ({
        url: `/rates/trials`,
        method: 'POST',
        body: queryArg.trialRequest,
      }),
    }),
    refundOrder: build.mutation<RefundOrderApiResponse, RefundOrderApiArg>({
      query: (queryArg) => ({
        url: `/refund/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        params: {
          afterShipping: queryArg.afterShipping,
        },
      }),
    }),
    closeRefund: build.mutation<CloseRefundApiResponse, CloseRefundApiArg>({
      query: (queryArg) => ({
        url: `/refunds/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
      }),
    }),
    countReturns: build.query<CountReturnsApiResponse, CountReturnsApiArg>({
      query: () => ({ url: `/return-counts` }),
    }),
    getReturnPolicies: build.query<GetReturnPoliciesApiResponse, GetReturnPoliciesApiArg>({
      query: () => ({ url: `/return-policies` }),
    }),
    saveReturnPolicies: build.mutation<SaveReturnPoliciesApiResponse, SaveReturnPoliciesApiArg>({
      query: (queryArg) => ({
        url: `/return-policies`,
        method: 'PUT',
        body: queryArg.returnPoliciesRequest,
      }),
    }),
    listReturns: build.query<ListReturnsApiResponse, ListReturnsApiArg>({
      query: (queryArg) => ({
        url: `/returns`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
          state: queryArg.state,
          number: queryArg['number'],
        },
      }),
    }),
    deleteReview: build.mutation<DeleteReviewApiResponse, DeleteReviewApiArg>({
      query: (queryArg) => ({
        url: `/reviews/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    shipOrder: build.mutation<ShipOrderApiResponse, ShipOrderApiArg>({
      query: (queryArg) => ({
        url: `/ship/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.shipRequest,
      }),
    }),
    deleteUnpaidOrder: build.mutation<DeleteUnpaidOrderApiResponse, DeleteUnpaidOrderApiArg>({
      query: (queryArg) => ({
        url: `/ship/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    listLowStock: build.query<ListLowStockApiResponse, ListLowStockApiArg>({
      query: (queryArg) => ({
        url: `/stock/low`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    listSuspensions: build.query<ListSuspensionsApiResponse, ListSuspensionsApiArg>({
      query: (queryArg) => ({
        url: `/suspensions`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    suspendFit: build.mutation<SuspendFitApiResponse, SuspendFitApiArg>({
      query: (queryArg) => ({
        url: `/suspensions/${encodeURIComponent(String(queryArg.part))}/${encodeURIComponent(String(queryArg.make))}/${encodeURIComponent(String(queryArg.model))}`,
        method: 'PUT',
        body: queryArg.suspensionFields,
      }),
    }),
    endSuspension: build.mutation<EndSuspensionApiResponse, EndSuspensionApiArg>({
      query: (queryArg) => ({
        url: `/suspensions/${encodeURIComponent(String(queryArg.part))}/${encodeURIComponent(String(queryArg.make))}/${encodeURIComponent(String(queryArg.model))}`,
        method: 'DELETE',
      }),
    }),
    listUnmatchedPayments: build.query<
      ListUnmatchedPaymentsApiResponse,
      ListUnmatchedPaymentsApiArg
    >({
      query: (queryArg) => ({
        url: `/unmatched-payments`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    refundUnmatchedPayment: build.mutation<
      RefundUnmatchedPaymentApiResponse,
      RefundUnmatchedPaymentApiArg
    >({
      query: (queryArg) => ({
        url: `/unmatched-payments/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
      }),
    }),
    makeAdmin: build.mutation<MakeAdminApiResponse, MakeAdminApiArg>({
      query: (queryArg) => ({
        url: `/user/admin/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
      }),
    }),
    removeAdmin: build.mutation<RemoveAdminApiResponse, RemoveAdminApiArg>({
      query: (queryArg) => ({
        url: `/user/admin/${encodeURIComponent(String(queryArg.email))}`,
        method: 'DELETE',
      }),
    }),
    listWithdrawals: build.query<ListWithdrawalsApiResponse, ListWithdrawalsApiArg>({
      query: (queryArg) => ({
        url: `/withdrawals`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAdminApi };

import type {
  IsAdminApiResponse,
  IsAdminApiArg,
  ConfirmBookingApiResponse,
  ConfirmBookingApiArg,
  ListBrandsApiResponse,
  ListBrandsApiArg,
  ListCategoriesApiResponse,
  ListCategoriesApiArg,
  ListConditionsApiResponse,
  ListConditionsApiArg,
  ClassifyConditionApiResponse,
  ClassifyConditionApiArg,
  GetConfigApiResponse,
  GetConfigApiArg,
  CreatePaymentIntentApiResponse,
  CreatePaymentIntentApiArg,
  SendFeedbackApiResponse,
  SendFeedbackApiArg,
  GetFitsApiResponse,
  GetFitsApiArg,
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
  JoinNewsletterApiResponse,
  JoinNewsletterApiArg,
  ConfirmNewsletterApiResponse,
  ConfirmNewsletterApiArg,
  LeaveNewsletterApiResponse,
  LeaveNewsletterApiArg,
  GetOrderApiResponse,
  GetOrderApiArg,
  PlaceOrderApiResponse,
  PlaceOrderApiArg,
  ListOrdersOfApiResponse,
  ListOrdersOfApiArg,
  DeleteOrderApiResponse,
  DeleteOrderApiArg,
  GetPartApiResponse,
  GetPartApiArg,
  ListFitmentsApiResponse,
  ListFitmentsApiArg,
  CopyFitmentApiResponse,
  CopyFitmentApiArg,
  GetFitmentRecordApiResponse,
  GetFitmentRecordApiArg,
  EditFitmentApiResponse,
  EditFitmentApiArg,
  GetListingApiResponse,
  GetListingApiArg,
  AddReviewApiResponse,
  AddReviewApiArg,
  SearchPartsApiResponse,
  SearchPartsApiArg,
  SuggestApiResponse,
  SuggestApiArg,
  SignOutEverywhereApiResponse,
  SignOutEverywhereApiArg,
  ListSuspensionsApiResponse,
  ListSuspensionsApiArg,
  SuspendFitApiResponse,
  SuspendFitApiArg,
  EndSuspensionApiResponse,
  EndSuspensionApiArg,
  UpdateProfileApiResponse,
  UpdateProfileApiArg,
  GetUserApiResponse,
  GetUserApiArg,
  ListVehicleEnginesApiResponse,
  ListVehicleEnginesApiArg,
  ListVehicleMakesApiResponse,
  ListVehicleMakesApiArg,
  ListVehicleModelsApiResponse,
  ListVehicleModelsApiArg,
  NameVehiclesApiResponse,
  NameVehiclesApiArg,
  ListVehicleYearsApiResponse,
  ListVehicleYearsApiArg,
} from './generated-types';
import { homeApi as api } from './home';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    isAdmin: build.query<IsAdminApiResponse, IsAdminApiArg>({
      query: (queryArg) => ({
        url: `/admin/${encodeURIComponent(String(queryArg.email))}`,
      }),
    }),
    confirmBooking: build.mutation<ConfirmBookingApiResponse, ConfirmBookingApiArg>({
      query: (queryArg) => ({
        url: `/booking/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PATCH',
        body: queryArg.bookingRequest,
      }),
    }),
    listBrands: build.query<ListBrandsApiResponse, ListBrandsApiArg>({
      query: () => ({ url: `/brands` }),
    }),
    listCategories: build.query<ListCategoriesApiResponse, ListCategoriesApiArg>({
      query: () => ({ url: `/categories` }),
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
    getConfig: build.query<GetConfigApiResponse, GetConfigApiArg>({
      query: () => ({ url: `/config` }),
    }),
    createPaymentIntent: build.query<CreatePaymentIntentApiResponse, CreatePaymentIntentApiArg>({
      query: (queryArg) => ({
        url: `/create-payment-intent`,
        method: 'POST',
        body: queryArg.paymentIntentRequest,
      }),
    }),
    sendFeedback: build.mutation<SendFeedbackApiResponse, SendFeedbackApiArg>({
      query: (queryArg) => ({
        url: `/feedback`,
        method: 'POST',
        body: queryArg.newFeedback,
      }),
    }),
    getFits: build.query<GetFitsApiResponse, GetFitsApiArg>({
      query: (queryArg) => ({
        url: `/fits`,
        params: {
          vehicle: queryArg.vehicle,
          parts: queryArg.parts,
        },
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
    joinNewsletter: build.mutation<JoinNewsletterApiResponse, JoinNewsletterApiArg>({
      query: (queryArg) => ({
        url: `/newsletter`,
        method: 'POST',
        body: queryArg.joinRequest,
      }),
    }),
    confirmNewsletter: build.mutation<ConfirmNewsletterApiResponse, ConfirmNewsletterApiArg>({
      query: (queryArg) => ({
        url: `/newsletter/confirm`,
        method: 'POST',
        body: queryArg.linkRequest,
      }),
    }),
    leaveNewsletter: build.mutation<LeaveNewsletterApiResponse, LeaveNewsletterApiArg>({
      query: (queryArg) => ({
        url: `/newsletter/leave`,
        method: 'POST',
        body: queryArg.linkRequest,
      }),
    }),
    getOrder: build.query<GetOrderApiResponse, GetOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    placeOrder: build.mutation<PlaceOrderApiResponse, PlaceOrderApiArg>({
      query: (queryArg) => ({
        url: `/orders`,
        method: 'POST',
        body: queryArg.newOrder,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    listOrdersOf: build.query<ListOrdersOfApiResponse, ListOrdersOfApiArg>({
      query: (queryArg) => ({
        url: `/orders/${encodeURIComponent(String(queryArg.key))}`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    deleteOrder: build.mutation<DeleteOrderApiResponse, DeleteOrderApiArg>({
      query: (queryArg) => ({
        url: `/orders/${encodeURIComponent(String(queryArg.key))}`,
        method: 'DELETE',
      }),
    }),
    getPart: build.query<GetPartApiResponse, GetPartApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    listFitments: build.query<ListFitmentsApiResponse, ListFitmentsApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/fitments`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
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
    getListing: build.query<GetListingApiResponse, GetListingApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/listing`,
      }),
    }),
    addReview: build.mutation<AddReviewApiResponse, AddReviewApiArg>({
      query: (queryArg) => ({
        url: `/reviews`,
        method: 'POST',
        body: queryArg.newReview,
      }),
    }),
    searchParts: build.query<SearchPartsApiResponse, SearchPartsApiArg>({
      query: (queryArg) => ({
        url: `/search`,
        params: {
          q: queryArg.q,
          category: queryArg.category,
          brand: queryArg.brand,
          condition: queryArg.condition,
          priceFrom: queryArg.priceFrom,
          priceTo: queryArg.priceTo,
          attribute: queryArg.attribute,
          vehicle: queryArg.vehicle,
          inStock: queryArg.inStock,
          sort: queryArg.sort,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    suggest: build.query<SuggestApiResponse, SuggestApiArg>({
      query: (queryArg) => ({
        url: `/search/suggestions`,
        params: {
          q: queryArg.q,
        },
      }),
    }),
    signOutEverywhere: build.mutation<SignOutEverywhereApiResponse, SignOutEverywhereApiArg>({
      query: (queryArg) => ({
        url: `/sessions/${encodeURIComponent(String(queryArg.email))}`,
        method: 'DELETE',
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
    updateProfile: build.mutation<UpdateProfileApiResponse, UpdateProfileApiArg>({
      query: (queryArg) => ({
        url: `/updateuser/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
        body: queryArg.profileRequest,
      }),
    }),
    getUser: build.query<GetUserApiResponse, GetUserApiArg>({
      query: (queryArg) => ({
        url: `/users/${encodeURIComponent(String(queryArg.email))}`,
      }),
    }),
    listVehicleEngines: build.query<ListVehicleEnginesApiResponse, ListVehicleEnginesApiArg>({
      query: (queryArg) => ({
        url: `/vehicles/engines`,
        params: {
          year: queryArg.year,
          model: queryArg.model,
        },
      }),
    }),
    listVehicleMakes: build.query<ListVehicleMakesApiResponse, ListVehicleMakesApiArg>({
      query: (queryArg) => ({
        url: `/vehicles/makes`,
        params: {
          year: queryArg.year,
        },
      }),
    }),
    listVehicleModels: build.query<ListVehicleModelsApiResponse, ListVehicleModelsApiArg>({
      query: (queryArg) => ({
        url: `/vehicles/models`,
        params: {
          year: queryArg.year,
          make: queryArg.make,
        },
      }),
    }),
    nameVehicles: build.query<NameVehiclesApiResponse, NameVehiclesApiArg>({
      query: (queryArg) => ({
        url: `/vehicles/names`,
        params: {
          vehicle: queryArg.vehicle,
        },
      }),
    }),
    listVehicleYears: build.query<ListVehicleYearsApiResponse, ListVehicleYearsApiArg>({
      query: () => ({ url: `/vehicles/years` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };

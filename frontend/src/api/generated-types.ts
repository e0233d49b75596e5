export type GetAddressBookApiResponse = /** status 200 undefined */ AddressBook;
export type GetAddressBookApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type SaveAddressBookApiResponse = /** status 200 undefined */ AddressBook;
export type SaveAddressBookApiArg = {
  /** The caller's address */
  email: EmailAddress;
  addressBookRequest: AddressBookRequest;
};
export type IsAdminApiResponse = /** status 200 undefined */ AdminCheck;
export type IsAdminApiArg = {
  /** The person's address */
  email: EmailAddress;
};
export type ListAuditApiResponse = /** status 200 undefined */ AuditEntry[];
export type ListAuditApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
  /** What was done. */
  action?:
    | 'grant_admin'
    | 'revoke_admin'
    | 'move_address'
    | 'lose_address'
    | 'bind_sign_in'
    | 'set_aside'
    | 'delete_review'
    | 'refund_order'
    | 'refund_part'
    | 'close_refund'
    | 'refund_unmatched'
    | 'revoke_order_links'
    | 'end_sessions'
    | 'delete_account'
    | 'ship_order'
    | 'delete_order'
    | 'add_part'
    | 'hide_part'
    | 'show_part'
    | 'change_price'
    | 'edit_part'
    | 'change_reorder_point'
    | 'add_picture'
    | 'change_brand'
    | 'change_category'
    | 'change_lookups'
    | 'change_condition'
    | 'move_stock'
    | 'add_import'
    | 'stop_import'
    | 'export'
    | 'apply_import'
    | 'change_parts'
    | 'change_rates'
    | 'change_fitment'
    | 'suspend_fit'
    | 'end_suspension'
    | 'unknown';
  /** Who did it: the e-mail address of a member. */
  actor?: EmailAddress;
  /** To whom: the e-mail address of a member. */
  subject?: EmailAddress;
  /** The first day, in the shop's time zone. */
  from?: string;
  /** The last day, in the shop's time zone. */
  to?: string;
};
export type ConfirmBookingApiResponse = /** status 200 undefined */ Modified;
export type ConfirmBookingApiArg = {
  /** The order's `_id` */
  id: string;
  bookingRequest: BookingRequest;
};
export type ListBrandsApiResponse = /** status 200 undefined */ Brand[];
export type ListBrandsApiArg = void;
export type AddBrandApiResponse = /** status 201 undefined */ Inserted;
export type AddBrandApiArg = {
  newBrand: NewBrand;
};
export type SaveBrandApiResponse = /** status 200 undefined */ Saved;
export type SaveBrandApiArg = {
  /** Its key: lower-case letters, digits and single hyphens */
  id: string;
  brandFields: BrandFields;
};
export type DeleteBrandApiResponse = /** status 200 undefined */ Deleted;
export type DeleteBrandApiArg = {
  /** Its key */
  id: string;
  /** The key of another one that its parts go to. */
  into?: string;
};
export type GetCartApiResponse = /** status 200 undefined */ Cart;
export type GetCartApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type SaveCartApiResponse = /** status 200 undefined */ Cart;
export type SaveCartApiArg = {
  /** The caller's address */
  email: EmailAddress;
  cartRequest: CartRequest;
};
export type ListCategoriesApiResponse = /** status 200 undefined */ Category[];
export type ListCategoriesApiArg = void;
export type AddCategoryApiResponse = /** status 201 undefined */ Inserted;
export type AddCategoryApiArg = {
  newCategory: NewCategory;
};
export type SaveCategoryApiResponse = /** status 200 undefined */ Saved;
export type SaveCategoryApiArg = {
  /** Its key: lower-case letters, digits and single hyphens */
  id: string;
  categoryFields: CategoryFields;
};
export type DeleteCategoryApiResponse = /** status 200 undefined */ Deleted;
export type DeleteCategoryApiArg = {
  /** Its key */
  id: string;
  /** The key of another one that its parts go to. */
  into?: string;
};
export type CheckOutApiResponse = /** status 201 undefined */ Inserted;
export type CheckOutApiArg = {
  /** Under one key a single order is placed, however often it is sent */
  'Idempotency-Key'?: IdempotencyKey;
  checkoutRequest: CheckoutRequest;
};
export type ListConditionsApiResponse = /** status 200 undefined */ ConditionEntry[];
export type ListConditionsApiArg = {
  /** Only those that speak of this. */
  about?: 'vehicle' | 'part' | 'unclassified';
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type ClassifyConditionApiResponse = /** status 200 undefined */ Modified;
export type ClassifyConditionApiArg = {
  /** Its `_id` */
  id: string;
  conditionEdit: ConditionEdit;
};
export type GetConfigApiResponse = /** status 200 undefined */ Config;
export type GetConfigApiArg = void;
export type CreatePaymentIntentApiResponse = /** status 200 undefined */ ClientSecret;
export type CreatePaymentIntentApiArg = {
  paymentIntentRequest: PaymentIntentRequest;
};
export type ExportNumbersApiResponse = /** status 200 The file */ FileBytes;
export type ExportNumbersApiArg = {
  /** The first day, in the shop's time zone. */
  from: string;
  /** The last day, in the shop's time zone: at most ten years later, and 399 days by day. */
  to: string;
  /** By day, by week (from Monday to Sunday) or by month; by day unless it is said. */
  by?: 'day' | 'week' | 'month';
};
export type ExportOrdersApiResponse = /** status 200 The file */ FileBytes;
export type ExportOrdersApiArg = {
  /** The number or the id of an order, or the e-mail address or the telephone number of who ordered: whole, not a part of it. */
  q?: string;
  /** `to-ship` (paid, not shipped), `unpaid` (shipped or not), `shipped`, `refunded`, or `disputed` (not decided). Without it all. */
  state?: 'to-ship' | 'unpaid' | 'shipped' | 'refunded' | 'disputed';
  /** The first day, in the shop's time zone. */
  from?: string;
  /** The last day, in the shop's time zone. */
  to?: string;
};
export type GetExportApiResponse = /** status 200 The file */ FileBytes;
export type GetExportApiArg = {
  /** What is written: `fitment` or `parts` */
  kind: string;
  /** All there is, or some lines that show what may stand in a file that is taken in; all unless it is said. */
  content?: 'all' | 'example';
};
export type ListFeedbackApiResponse = /** status 200 undefined */ Feedback[];
export type ListFeedbackApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type SendFeedbackApiResponse = /** status 201 undefined */ Inserted;
export type SendFeedbackApiArg = {
  newFeedback: NewFeedback;
};
export type GetFitsApiResponse = /** status 200 undefined */ Fits;
export type GetFitsApiArg = {
  /** The vehicle: `2018/honda/civic/2.0l-l4-gas`, or without the engine. */
  vehicle: string;
  /** The `_id`s of up to 100 parts, with commas. */
  parts?: string;
};
export type GetGarageApiResponse = /** status 200 undefined */ Garage;
export type GetGarageApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type SaveGarageApiResponse = /** status 200 undefined */ Garage;
export type SaveGarageApiArg = {
  /** The caller's address */
  email: EmailAddress;
  garageRequest: GarageRequest;
};
export type AddGuestApiResponse = /** status 201 undefined */ NewGuestAccess;
export type AddGuestApiArg = {
  newGuest: NewGuest;
};
export type ResumeGuestApiResponse = /** status 200 undefined */ GuestAccess;
export type ResumeGuestApiArg = {
  resumeRequest: ResumeRequest;
};
export type HealthApiResponse = /** status 200 undefined */ Running;
export type HealthApiArg = void;
export type ListImportsApiResponse = /** status 200 undefined */ Import[];
export type ListImportsApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type AddImportApiResponse = /** status 201 undefined */ Import;
export type AddImportApiArg = {
  /** What the file is. */
  kind: 'aces' | 'fitment' | 'parts';
  /** What the file is called. */
  file?: string;
  /** The file; at most 2 GB unless the operator says otherwise */
  fileBytes: FileBytes;
};
export type GetImportApiResponse = /** status 200 undefined */ Import;
export type GetImportApiArg = {
  /** The `_id` of the import */
  id: string;
};
export type ChangeImportApiResponse = /** status 200 undefined */ Modified;
export type ChangeImportApiArg = {
  /** The `_id` of the import */
  id: string;
  importFields: ImportFields;
};
export type ListImportChangesApiResponse = /** status 200 undefined */ ImportChange[];
export type ListImportChangesApiArg = {
  /** The `_id` of the import */
  id: string;
  /** The most items to return. */
  limit?: PageLimit;
  /** The `place` of the last item of the page before. */
  after?: string;
};
export type ListImportFindingsApiResponse = /** status 200 undefined */ ImportFinding[];
export type ListImportFindingsApiArg = {
  /** The `_id` of the import */
  id: string;
  /** Which of them; all unless it is said. */
  kind?: 'problem' | 'unknown_code' | 'lint';
  /** The most items to return. */
  limit?: PageLimit;
  /** The `place` of the last item of the page before. */
  after?: string;
};
export type ReadImportAgainApiResponse = /** status 201 undefined */ Import;
export type ReadImportAgainApiArg = {
  /** The `_id` of the import */
  id: string;
};
export type ListLookupsApiResponse = /** status 200 undefined */ Lookup[];
export type ListLookupsApiArg = {
  /** Whose codes, as `aces`. */
  scheme: string;
  /** What they stand for. */
  kind:
    'base_vehicle' | 'engine' | 'make' | 'model' | 'position' | 'condition' | 'part_type' | 'brand';
  /** The most items to return. */
  limit?: PageLimit;
  /** The `code` of the last item of the page before. */
  after?: string;
};
export type SaveLookupsApiResponse = /** status 200 undefined */ Modified;
export type SaveLookupsApiArg = {
  lookupsRequest: LookupsRequest;
};
export type DeleteLookupApiResponse = /** status 200 undefined */ Deleted;
export type DeleteLookupApiArg = {
  /** Whose codes, as `aces`. */
  scheme: string;
  /** What they stand for. */
  kind:
    'base_vehicle' | 'engine' | 'make' | 'model' | 'position' | 'condition' | 'part_type' | 'brand';
  /** The code. */
  code: string;
};
export type ListMakesApiResponse = /** status 200 undefined */ VehicleName[];
export type ListMakesApiArg = void;
export type ListModelsApiResponse = /** status 200 undefined */ VehicleName[];
export type ListModelsApiArg = {
  /** The key of the make */
  make: string;
};
export type ListEnginesApiResponse = /** status 200 undefined */ ModelEngine[];
export type ListEnginesApiArg = {
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
};
export type ListSubscribersApiResponse = /** status 200 undefined */ Subscriber[];
export type ListSubscribersApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type JoinNewsletterApiResponse = /** status 202 undefined */ Acknowledged;
export type JoinNewsletterApiArg = {
  joinRequest: JoinRequest;
};
export type ConfirmNewsletterApiResponse = /** status 200 undefined */ NewsletterConfirmed;
export type ConfirmNewsletterApiArg = {
  linkRequest: LinkRequest;
};
export type LeaveNewsletterApiResponse = /** status 200 undefined */ Acknowledged;
export type LeaveNewsletterApiArg = {
  linkRequest: LinkRequest;
};
export type GetNumbersApiResponse = /** status 200 undefined */ Numbers;
export type GetNumbersApiArg = {
  /** The first day, in the shop's time zone. */
  from: string;
  /** The last day, in the shop's time zone: at most ten years later, and 399 days by day. */
  to: string;
  /** By day, by week (from Monday to Sunday) or by month; by day unless it is said. */
  by?: 'day' | 'week' | 'month';
};
export type OpenapiApiResponse = /** status 200 OpenAPI 3.1 */ Blob;
export type OpenapiApiArg = void;
export type CountOrdersApiResponse = /** status 200 undefined */ OrderCounts;
export type CountOrdersApiArg = void;
export type OpenOrderLinkApiResponse = /** status 200 undefined */ OrderLinkAccess;
export type OpenOrderLinkApiArg = {
  orderLinkRequest: OrderLinkRequest;
};
export type GetOrderApiResponse = /** status 200 undefined */ Order;
export type GetOrderApiArg = {
  /** The order's `_id` */
  id: string;
};
export type RevokeOrderLinksApiResponse = /** status 200 undefined */ Deleted;
export type RevokeOrderLinksApiArg = {
  /** The order's `_id` */
  id: string;
};
export type RefundPartApiResponse = /** status 201 undefined */ RecordedRefund;
export type RefundPartApiArg = {
  /** The order's `_id` */
  id: string;
  /** Under one key a single refund is made, however often it is sent */
  'Idempotency-Key'?: IdempotencyKey;
  partialRefund: PartialRefund;
};
export type ListOrdersApiResponse = /** status 200 undefined */ Order[];
export type ListOrdersApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
  /** The number or the id of an order, or the e-mail address or the telephone number of who ordered: whole, not a part of it. */
  q?: string;
  /** `to-ship` (paid, not shipped), `unpaid` (shipped or not), `shipped`, `refunded`, or `disputed` (not decided). Without it all. */
  state?: 'to-ship' | 'unpaid' | 'shipped' | 'refunded' | 'disputed';
  /** The first day, in the shop's time zone. */
  from?: string;
  /** The last day, in the shop's time zone. */
  to?: string;
};
export type PlaceOrderApiResponse = /** status 201 undefined */ Inserted;
export type PlaceOrderApiArg = {
  /** Under one key a single order is placed, however often it is sent */
  'Idempotency-Key'?: IdempotencyKey;
  newOrder: NewOrder;
};
export type ListOrdersOfApiResponse = /** status 200 undefined */ Order[];
export type ListOrdersOfApiArg = {
  /** The person's e-mail address */
  key: EmailAddress;
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type DeleteOrderApiResponse = /** status 200 undefined */ Deleted;
export type DeleteOrderApiArg = {
  /** The order's `_id` */
  key: string;
};
export type ListMailsApiResponse = /** status 200 undefined */ Mail[];
export type ListMailsApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type ListPartsApiResponse = /** status 200 undefined */ Part[];
export type ListPartsApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type AddPartApiResponse = /** status 201 undefined */ Inserted;
export type AddPartApiArg = {
  newPart: NewPart;
};
export type ChangePartsApiResponse = /** status 200 undefined */ PartChangesReport;
export type ChangePartsApiArg = {
  /** Words, or a part number. */
  q?: string;
  /** Keys of categories, with commas: parts in any of them, or below. */
  category?: string;
  /** Keys of brands, with commas: parts of any of them. */
  brand?: string;
  /** `new`, `remanufactured` or `used`, or several with commas. */
  condition?: string;
  /** The lowest price, in dollars. */
  priceFrom?: number | string;
  /** The highest price, in dollars. */
  priceTo?: number | string;
  /** A name, `=` and a value with its unit, as the facets have them: `Diameter=300 mm`. May be sent several times. */
  attribute?: string;
  /** `true`: only parts that can be ordered now. */
  inStock?: boolean;
  /** In which order; by relevance when there are words, otherwise the newest first. */
  sort?: 'relevance' | 'newest' | 'name' | 'price' | '-price';
  /** The `after` of the page before. */
  after?: string;
  /** The most parts to return. */
  limit?: number;
  /** Among which parts: `shown` (in the catalogue), `low` (running low or sold out), `sold_out`, or `hidden` (deleted). Without it `shown`. Every other list begins with the newest part, and attributes do not narrow it. */
  list?: 'shown' | 'low' | 'sold_out' | 'hidden';
  partChanges: PartChanges;
};
export type CountPartsApiResponse = /** status 200 undefined */ PartCounts;
export type CountPartsApiArg = void;
export type ListProductsApiResponse = /** status 200 undefined */ ProductPage;
export type ListProductsApiArg = {
  /** Words, or a part number. */
  q?: string;
  /** Keys of categories, with commas: parts in any of them, or below. */
  category?: string;
  /** Keys of brands, with commas: parts of any of them. */
  brand?: string;
  /** `new`, `remanufactured` or `used`, or several with commas. */
  condition?: string;
  /** The lowest price, in dollars. */
  priceFrom?: number | string;
  /** The highest price, in dollars. */
  priceTo?: number | string;
  /** A name, `=` and a value with its unit, as the facets have them: `Diameter=300 mm`. May be sent several times. */
  attribute?: string;
  /** `true`: only parts that can be ordered now. */
  inStock?: boolean;
  /** In which order; by relevance when there are words, otherwise the newest first. */
  sort?: 'relevance' | 'newest' | 'name' | 'price' | '-price';
  /** The `after` of the page before. */
  after?: string;
  /** The most parts to return. */
  limit?: number;
  /** Among which parts: `shown` (in the catalogue), `low` (running low or sold out), `sold_out`, or `hidden` (deleted). Without it `shown`. Every other list begins with the newest part, and attributes do not narrow it. */
  list?: 'shown' | 'low' | 'sold_out' | 'hidden';
};
export type GetPartApiResponse = /** status 200 undefined */ Part;
export type GetPartApiArg = {
  /** The part's `_id` */
  id: string;
};
export type EditPartApiResponse = /** status 200 undefined */ Revised;
export type EditPartApiArg = {
  /** The part's `_id` */
  id: string;
  partEdit: PartEdit;
};
export type DeletePartApiResponse = /** status 200 undefined */ Deleted;
export type DeletePartApiArg = {
  /** The part's `_id` */
  id: string;
};
export type ListFitmentsApiResponse = /** status 200 undefined */ Fitments;
export type ListFitmentsApiArg = {
  /** The part's `_id` */
  id: string;
  /** The most models to return; 50 unless it is sent. */
  limit?: number;
  /** The last model of the page before, as `honda/civic`. */
  after?: string;
  /** Only this model, as `honda/civic`; then there is one page. */
  model?: string;
};
export type CopyFitmentApiResponse = /** status 200 undefined */ Revised;
export type CopyFitmentApiArg = {
  /** The part's `_id` */
  id: string;
  fitmentCopy: FitmentCopy;
};
export type GetFitmentRecordApiResponse = /** status 200 undefined */ FitmentRecord;
export type GetFitmentRecordApiArg = {
  /** The part's `_id` */
  id: string;
  /** The most models to return; 50 unless it is sent. */
  limit?: number;
  /** The last model of the page before, as `honda/civic`. */
  after?: string;
};
export type EditFitmentApiResponse = /** status 200 undefined */ Revised;
export type EditFitmentApiArg = {
  /** The part's `_id` */
  id: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
  fitmentEdit: FitmentEdit;
};
export type GetListingApiResponse = /** status 200 undefined */ Listing;
export type GetListingApiArg = {
  /** The part's `_id` */
  id: string;
};
export type EditListingApiResponse = /** status 200 undefined */ Revised;
export type EditListingApiArg = {
  /** The part's `_id` */
  id: string;
  listingEdit: ListingEdit;
};
export type GetPartRecordApiResponse = /** status 200 undefined */ PartRecord;
export type GetPartRecordApiArg = {
  /** The part's `_id` */
  id: string;
};
export type SetReorderPointApiResponse = /** status 200 undefined */ Modified;
export type SetReorderPointApiArg = {
  /** The part's `_id` */
  id: string;
  reorderPoint: ReorderPoint;
};
export type RestorePartApiResponse = /** status 200 undefined */ Modified;
export type RestorePartApiArg = {
  /** The part's `_id` */
  id: string;
};
export type ListStockMovementsApiResponse = /** status 200 undefined */ StockMovement[];
export type ListStockMovementsApiArg = {
  /** The part's `_id` */
  id: string;
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type MoveStockApiResponse = /** status 201 undefined */ StockMoved;
export type MoveStockApiArg = {
  /** The part's `_id` */
  id: string;
  /** Under one key pieces are moved once, however often it is sent */
  'Idempotency-Key'?: IdempotencyKey;
  newStockMovement: NewStockMovement;
};
export type AskForStockAlertApiResponse = /** status 202 undefined */ Acknowledged;
export type AskForStockAlertApiArg = {
  /** The part's `_id` */
  id: string;
  stockAlertRequest: StockAlertRequest;
};
export type AddPictureApiResponse = /** status 201 undefined */ AddedPicture;
export type AddPictureApiArg = {
  /** At most 8 MB and 40 megapixels */
  fileBytes: FileBytes;
};
export type GetPictureApiResponse = /** status 200 The file */ FileBytes;
export type GetPictureApiArg = {
  /** What the file is called */
  name: string;
};
export type QuoteApiResponse = /** status 200 undefined */ Quote;
export type QuoteApiArg = {
  quoteRequest: QuoteRequest;
};
export type GetRatesApiResponse = /** status 200 undefined */ Rates;
export type GetRatesApiArg = void;
export type SaveRatesApiResponse = /** status 200 undefined */ Rates;
export type SaveRatesApiArg = {
  ratesRequest: RatesRequest;
};
export type TryRatesApiResponse = /** status 200 undefined */ TriedRates;
export type TryRatesApiArg = {
  trialRequest: TrialRequest;
};
export type ReadyApiResponse = /** status 200 undefined */ Health;
export type ReadyApiArg = void;
export type RefundOrderApiResponse = /** status 200 undefined */ Modified;
export type RefundOrderApiArg = {
  /** The order's `_id` */
  id: string;
  /** Refunds an order that was shipped, too; without it such an order is refused with `order_already_shipped`. Its pieces do not
    go back into stock. */
  afterShipping?: boolean;
};
export type ListRefundsApiResponse = /** status 200 undefined */ Refund[];
export type ListRefundsApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type CloseRefundApiResponse = /** status 200 undefined */ Modified;
export type CloseRefundApiArg = {
  /** The refund's `_id` */
  id: string;
};
export type ListReviewsApiResponse = /** status 200 undefined */ Review[];
export type ListReviewsApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type AddReviewApiResponse = /** status 201 undefined */ Inserted;
export type AddReviewApiArg = {
  newReview: NewReview;
};
export type DeleteReviewApiResponse = /** status 200 undefined */ Deleted;
export type DeleteReviewApiArg = {
  /** The review's id */
  id: string;
};
export type SearchPartsApiResponse = /** status 200 undefined */ SearchPage;
export type SearchPartsApiArg = {
  /** Words, or a part number. */
  q?: string;
  /** Keys of categories, with commas: parts in any of them, or below. */
  category?: string;
  /** Keys of brands, with commas: parts of any of them. */
  brand?: string;
  /** `new`, `remanufactured` or `used`, or several with commas. */
  condition?: string;
  /** The lowest price, in dollars. */
  priceFrom?: number | string;
  /** The highest price, in dollars. */
  priceTo?: number | string;
  /** A name, `=` and a value with its unit, as the facets have them: `Diameter=300 mm`. May be sent several times. */
  attribute?: string;
  /** A year, a make, a model, and the engine if it is known, as `2018/honda/civic/2.0l-l4-gas`: only parts that are listed for it or fit any vehicle. */
  vehicle?: string;
  /** `true`: only parts that can be ordered now. */
  inStock?: boolean;
  /** In which order; by relevance when there are words, otherwise the newest first. */
  sort?: 'relevance' | 'newest' | 'name' | 'price' | '-price';
  /** The `after` of the page before. */
  after?: string;
  /** The most parts to return. */
  limit?: number;
};
export type SuggestApiResponse = /** status 200 undefined */ Suggestions;
export type SuggestApiArg = {
  /** Words, or a part number. */
  q?: string;
};
export type SignOutApiResponse = /** status 200 undefined */ Deleted;
export type SignOutApiArg = void;
export type SignOutEverywhereApiResponse = /** status 200 undefined */ Acknowledged;
export type SignOutEverywhereApiArg = {
  /** The person's address */
  email: string;
};
export type ShipOrderApiResponse = /** status 200 undefined */ Modified;
export type ShipOrderApiArg = {
  /** The order's `_id` */
  id: string;
  shipRequest: ShipRequest;
};
export type DeleteUnpaidOrderApiResponse = /** status 200 undefined */ Deleted;
export type DeleteUnpaidOrderApiArg = {
  /** The order's `_id` */
  id: string;
};
export type ConfirmStockAlertsApiResponse = /** status 200 undefined */ Acknowledged;
export type ConfirmStockAlertsApiArg = {
  linkRequest: LinkRequest;
};
export type StopStockAlertsApiResponse = /** status 200 undefined */ Acknowledged;
export type StopStockAlertsApiArg = {
  linkRequest: LinkRequest;
};
export type ListLowStockApiResponse = /** status 200 undefined */ LowStock[];
export type ListLowStockApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type ListSuspensionsApiResponse = /** status 200 undefined */ Suspension[];
export type ListSuspensionsApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: string;
};
export type SuspendFitApiResponse = /** status 200 undefined */ Modified;
export type SuspendFitApiArg = {
  /** The part's `_id` */
  part: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
  suspensionFields: SuspensionFields;
};
export type EndSuspensionApiResponse = /** status 200 undefined */ Deleted;
export type EndSuspensionApiArg = {
  /** The part's `_id` */
  part: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
};
export type ListUnmatchedPaymentsApiResponse = /** status 200 undefined */ UnmatchedPayment[];
export type ListUnmatchedPaymentsApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `transactionId` of the last item of the page before. */
  after?: string;
};
export type RefundUnmatchedPaymentApiResponse = /** status 200 undefined */ Modified;
export type RefundUnmatchedPaymentApiArg = {
  /** The payment provider's id of the payment */
  id: string;
};
export type UpdateProfileApiResponse = /** status 200 undefined */ Modified;
export type UpdateProfileApiArg = {
  /** The caller's address */
  email: EmailAddress;
  profileRequest: ProfileRequest;
};
export type MakeAdminApiResponse = /** status 200 undefined */ Modified;
export type MakeAdminApiArg = {
  /** The person's address */
  email: EmailAddress;
};
export type RemoveAdminApiResponse = /** status 200 undefined */ Modified;
export type RemoveAdminApiArg = {
  /** The person's address */
  email: string;
};
export type ListUsersApiResponse = /** status 200 undefined */ User[];
export type ListUsersApiArg = {
  /** The most items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the page before. */
  after?: PageKey;
};
export type GetUserApiResponse = /** status 200 undefined */ User;
export type GetUserApiArg = {
  /** The person's address */
  email: EmailAddress;
};
export type RegisterUserApiResponse = /** status 200 undefined */ AccessToken;
export type RegisterUserApiArg = {
  /** The address in the ID token */
  email: EmailAddress;
  registerRequest: RegisterRequest;
};
export type DeleteAccountApiResponse = /** status 200 undefined */ Acknowledged;
export type DeleteAccountApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type GetPersonalDataApiResponse = /** status 200 undefined */ PersonalData;
export type GetPersonalDataApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type ListVehicleEnginesApiResponse = /** status 200 undefined */ VehicleName[];
export type ListVehicleEnginesApiArg = {
  /** The model year. */
  year: number;
  /** The key of the model with its make, as `honda/civic`. */
  model: string;
};
export type ListVehicleMakesApiResponse = /** status 200 undefined */ VehicleName[];
export type ListVehicleMakesApiArg = {
  /** The model year. */
  year: number;
};
export type ListVehicleModelsApiResponse = /** status 200 undefined */ VehicleName[];
export type ListVehicleModelsApiArg = {
  /** The model year. */
  year: number;
  /** The key of the make. */
  make: string;
};
export type NameVehiclesApiResponse = /** status 200 undefined */ Vehicle[];
export type NameVehiclesApiArg = {
  /** A vehicle, as `2018/honda/civic/2.0l-l4-gas`. May be sent up to 20 times. */
  vehicle?: string;
};
export type ListVehicleYearsApiResponse = /** status 200 undefined */ number[];
export type ListVehicleYearsApiArg = void;
export type ReceiveStripeEventApiResponse = unknown;
export type ReceiveStripeEventApiArg = {
  /** `t=…,v1=…` */
  'Stripe-Signature': string;
  body: string;
};
export type Destination = {
  /** The town. */
  city: string;
  /** The country, by its two letters. */
  country: string;
  /** Street and number. */
  line1: string;
  /** What else the carrier has to know. */
  line2?: string;
  /** The postal code. */
  postalCode?: string;
  /** Whose name stands on the parcel. */
  recipient: string;
  /** The state or province. */
  region?: string;
};
export type SavedAddress = {
  /** Where parcels go. */
  destination: Destination;
  /** Whom the carrier calls. */
  phone: string;
};
export type AddressBook = {
  /** What is in it; the first is offered first. */
  addresses: SavedAddress[];
  /** How often it was saved; 0 when none is saved. */
  revision: number;
};
export type Code =
  | 'malformed_body'
  | 'invalid_fields'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'uri_too_long'
  | 'headers_too_large'
  | 'request_timeout'
  | 'not_found'
  | 'method_not_allowed'
  | 'unauthenticated'
  | 'sign_in_over'
  | 'forbidden'
  | 'sign_in_required'
  | 'guest_link_invalid'
  | 'link_revoked'
  | 'not_your_address'
  | 'address_taken'
  | 'address_not_confirmed'
  | 'last_admin'
  | 'unpaid_orders'
  | 'sign_in_too_old'
  | 'rate_limited'
  | 'price_changed'
  | 'changed_meanwhile'
  | 'fit_not_confirmed'
  | 'no_such_vehicle'
  | 'too_many_applications'
  | 'number_taken'
  | 'key_taken'
  | 'too_many_parts'
  | 'attributes_of_list'
  | 'fields_refused'
  | 'page_gone'
  | 'pieces_reserved'
  | 'stock_changed'
  | 'too_many_pieces'
  | 'in_use'
  | 'misplaced_category'
  | 'below_minimum'
  | 'not_a_pack'
  | 'out_of_stock'
  | 'line_problems'
  | 'too_many_lines'
  | 'checkout_required'
  | 'no_shipping'
  | 'coupon_unknown'
  | 'coupon_used'
  | 'coupon_expired'
  | 'coupon_minimum'
  | 'coupon_redeemed'
  | 'rates_unavailable'
  | 'unpaid_limit'
  | 'total_not_payable'
  | 'idempotency_key_reused'
  | 'which_order'
  | 'refund_under_way'
  | 'too_much_money'
  | 'pieces_not_kept'
  | 'cores_not_left'
  | 'payment_disputed'
  | 'dispute_lost'
  | 'shipping_needs_confirmation'
  | 'order_already_paid'
  | 'order_already_shipped'
  | 'order_deleted'
  | 'order_refunded'
  | 'order_not_paid'
  | 'reservation_lapsed'
  | 'reservation_held'
  | 'payment_not_completed'
  | 'payment_mismatch'
  | 'payment_given_back'
  | 'payment_refused'
  | 'payment_unavailable'
  | 'payment_key_rejected'
  | 'bad_signature'
  | 'already_reviewed_today'
  | 'newsletter_link_invalid'
  | 'part_in_stock'
  | 'stock_alert_link_invalid'
  | 'identity_unavailable'
  | 'unavailable'
  | 'search_unavailable'
  | 'too_many_results'
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'pictures_full'
  | 'pictures_unavailable'
  | 'import_running'
  | 'import_not_confirmed'
  | 'import_not_ready'
  | 'import_changed'
  | 'file_not_kept'
  | 'file_refused'
  | 'imports_unavailable'
  | 'outcome_unknown'
  | 'internal';
export type FieldCode =
  | 'required'
  | 'too_long'
  | 'control_characters'
  | 'not_text'
  | 'not_a_number'
  | 'not_whole'
  | 'too_many_decimals'
  | 'out_of_range'
  | 'not_whole_packs'
  | 'zero'
  | 'not_a_boolean'
  | 'not_a_date'
  | 'not_a_tracking_number'
  | 'not_an_email'
  | 'undeliverable'
  | 'not_an_id'
  | 'not_a_slug'
  | 'not_a_vehicle'
  | 'not_a_model'
  | 'ends_before_it_begins'
  | 'not_a_part_number'
  | 'not_a_gtin'
  | 'not_an_image'
  | 'not_a_country'
  | 'not_a_region_code'
  | 'not_a_postal_code'
  | 'other_region'
  | 'not_a_postal_prefix'
  | 'not_one_country'
  | 'not_a_phone'
  | 'not_linkedin'
  | 'not_expected'
  | 'not_a_choice'
  | 'too_many'
  | 'not_a_list'
  | 'not_an_object'
  | 'repeated'
  | 'unknown';
export type FieldProblem = {
  /** What is wrong with it: a stable word for programs. */
  code: FieldCode;
  /** Its name, as in the request. */
  field: string;
  /** What is wrong with it, for people: "price must be a number". */
  message: string;
};
export type LineCode = 'part_gone' | 'below_minimum' | 'not_a_pack' | 'out_of_stock';
export type LineProblem = {
  /** Why it cannot be had: a stable word for programs. */
  code: LineCode;
  /** Why it cannot be had, for people. */
  detail: string;
  /** Where it stands among the lines that were sent, from 0. */
  index: number;
  /** The `_id` of its part. */
  part: string;
};
export type Problem = {
  /** What went wrong: a stable word for programs. */
  code: Code;
  /** What went wrong this time, for people. */
  detail: string;
  /** The fields that are invalid. */
  fields?: FieldProblem[];
  /** The lines of an order that cannot be had. */
  lines?: LineProblem[];
  /** The HTTP status. */
  status: number;
  /** What the code means in general. */
  title: string;
  /** The code as a URN. */
  type: string;
};
export type EmailAddress = string;
export type CityName = string;
export type Country =
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AO'
  | 'AQ'
  | 'AR'
  | 'AS'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FM'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GU'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MH'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MP'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PR'
  | 'PS'
  | 'PT'
  | 'PW'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VI'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW';
export type AddressLine = string;
export type PostalCode = string;
export type RecipientName = string;
export type RegionName = string;
export type DestinationFields = {
  /** The town. */
  city: CityName;
  /** The country, by its two letters. */
  country: Country;
  /** Street and number. */
  line1: AddressLine;
  line2?: AddressLine | null;
  postalCode?: PostalCode | null;
  /** Whose name stands on the parcel. */
  recipient: RecipientName;
  region?: RegionName | null;
};
export type PhoneNumber = number | string;
export type SavedAddressFields = {
  /** Where parcels go. */
  destination: DestinationFields;
  /** Whom the carrier calls. */
  phone: PhoneNumber;
};
export type SavedRevision = number | string;
export type AddressBookRequest = {
  /** All of its addresses; the first is offered first. */
  addresses: SavedAddressFields[];
  /** The revision that this was made from; 0 when none was saved. */
  revision: SavedRevision;
};
export type AdminCheck = {
  /** Whether they are. */
  admin: boolean;
};
export type AuditAction =
  | 'grant_admin'
  | 'revoke_admin'
  | 'move_address'
  | 'lose_address'
  | 'bind_sign_in'
  | 'set_aside'
  | 'delete_review'
  | 'refund_order'
  | 'refund_part'
  | 'close_refund'
  | 'refund_unmatched'
  | 'revoke_order_links'
  | 'end_sessions'
  | 'delete_account'
  | 'ship_order'
  | 'delete_order'
  | 'add_part'
  | 'hide_part'
  | 'show_part'
  | 'change_price'
  | 'edit_part'
  | 'change_reorder_point'
  | 'add_picture'
  | 'change_brand'
  | 'change_category'
  | 'change_lookups'
  | 'change_condition'
  | 'move_stock'
  | 'add_import'
  | 'stop_import'
  | 'export'
  | 'apply_import'
  | 'change_parts'
  | 'change_rates'
  | 'change_fitment'
  | 'suspend_fit'
  | 'end_suspension'
  | 'unknown';
export type AuditUser = {
  /** The user's id. */
  _id: string;
  /** The address the user has now; absent when the shop does not know them any more. */
  user?: string;
};
export type AuditEntry = {
  /** Its id. */
  _id: string;
  /** What was done. */
  action: AuditAction;
  /** Who did it; absent for the operator of the server, and for what happens at sign-in. */
  actor?: AuditUser;
  /** When, in UTC. */
  createdAt: string;
  /** Details, depending on the action. The first line says what the entry is about; each further line is a changed field,
    such as `title: Disc → Vented disc`. Long values are shortened. */
  detail?: string;
  /** To whom. */
  subject: AuditUser;
};
export type PageLimit = number;
export type PageKey = string;
export type Modified = {
  /** Always true. */
  acknowledged: boolean;
  /** Always 1: what does not exist is a problem instead. */
  matchedCount: number;
  /** 1, or 0 when nothing had to be changed. */
  modifiedCount: number;
};
export type Id = string;
export type PaymentId = string;
export type BookingRequest = {
  /** The order's `_id`, as in the path. */
  booking: Id;
  /** The provider's id of the payment. */
  transactionId: PaymentId;
};
export type Brand = {
  /** Its key. */
  _id: string;
  /** What it is called. */
  name: string;
};
export type Inserted = {
  /** Always true. */
  acknowledged: boolean;
  /** Its id. */
  insertedId: string;
};
export type Slug = string;
export type BrandName = string;
export type NewBrand = {
  /** Its key, which no brand has yet. */
  key: Slug;
  /** What it is called. */
  name: BrandName;
};
export type Saved = {
  /** Always true. */
  acknowledged: boolean;
  /** Whether it was added. */
  added: boolean;
};
export type BrandFields = {
  /** What it is called. */
  name: BrandName;
};
export type Deleted = {
  /** Always true. */
  acknowledged: boolean;
  /** 1, or 0 when there was nothing to delete. */
  deletedCount: number;
};
export type CartLine = {
  /** The part's `_id`; it may be gone. */
  part: string;
  /** In pieces. */
  quantity: number;
  /** For which vehicle; absent when for none in particular. */
  vehicle?: string;
};
export type Cart = {
  /** What is in it. */
  lines: CartLine[];
  /** How often it was saved; 0 when none is saved. */
  revision: number;
};
export type Pieces = number | string;
export type VehicleKey = string;
export type CartLineFields = {
  /** The part's `_id`; it need not exist. */
  part: Id;
  /** In pieces. */
  quantity: Pieces;
  vehicle?: VehicleKey | null;
};
export type CartRequest = {
  /** All of its lines. */
  lines: CartLineFields[];
  /** The revision that this was made from; 0 when none was saved. */
  revision: SavedRevision;
};
export type Category = {
  /** Its key. */
  _id: string;
  /** What it is called. */
  name: string;
  /** The key of the category that it is in; absent at the top. */
  parent?: string;
  /** Where it stands among its siblings. */
  position: number;
};
export type CategoryName = string;
export type CategoryPosition = number | string;
export type NewCategory = {
  /** Its key, which no category has yet. */
  key: Slug;
  /** What it is called. */
  name: CategoryName;
  parent?: Slug | null;
  position?: CategoryPosition | null;
};
export type CategoryFields = {
  /** What it is called. */
  name: CategoryName;
  parent?: Slug | null;
  position?: CategoryPosition | null;
};
export type IdempotencyKey = string;
export type CouponCode = string;
export type FitTick = string;
export type LinePieces = number | string;
export type RequestedPart = {
  confirmed?: FitTick[] | null;
  /** The part's `_id`. */
  part: Id;
  quantity?: LinePieces | null;
  vehicle?: VehicleKey | null;
};
export type TotalDollars = number | string;
export type CheckoutRequest = {
  coupon?: CouponCode | null;
  /** Where to send the goods. */
  destination: DestinationFields;
  /** The parts. One may stand on several lines. */
  lines: RequestedPart[];
  /** How to reach the customer. */
  phone: PhoneNumber;
  shipping?: Id | null;
  /** The total that the customer was shown, in dollars; when it is no longer the total, the order is refused. */
  totalPrice: TotalDollars;
};
export type About = 'vehicle' | 'part' | 'unclassified';
export type ConditionEntry = {
  /** Its id. */
  _id: string;
  /** What they speak of. */
  about: About;
  /** On how many parts it stands. */
  parts: number;
  /** Its words, as suppliers or admins wrote them. */
  words: string;
};
export type ConditionEdit = {
  /** The vehicle, the part, or nobody can say. */
  about: About;
};
export type CouponTerms = {
  /** The discount, in dollars. */
  amount: number;
  /** Minimum value of the goods, in dollars, before shipping and tax; 0 for any order. */
  minimum: number;
  /** How many days it is valid. */
  validDays: number;
};
export type IdentityMode = 'embedded' | 'firebase' | 'emulator';
export type IdentityConfig = {
  /** Firebase's web API key; public. */
  apiKey: string;
  /** The host of Firebase's sign-in pages. */
  authDomain: string;
  /** Where the emulator is; null when there is none. */
  emulatorUrl: string | null;
  /** Where people sign in. */
  mode: IdentityMode;
  /** The Firebase project. */
  projectId: string;
};
export type MailsMode = 'outbox' | 'smtp';
export type PaymentsMode = 'sandbox' | 'stripe';
export type PaymentsConfig = {
  /** Where the sandbox's API is; null for the real provider. */
  apiBase: string | null;
  /** Which payment provider is used. */
  mode: PaymentsMode;
  /** The provider's publishable key. */
  publishableKey: string;
};
export type Promises = {
  /** Until when an order arrives after two business days, where that is what the sentence says: `12pm ET`. */
  orderBy?: string;
  /** For how many days after it was shipped an order can be sent back. */
  returnDays: number;
  /** How soon goods are there, in a sentence. */
  shipping: string;
};
export type Seller = {
  /** The lines of the address, without the name. */
  address: string[];
  /** An e-mail address. */
  email?: string;
  /** The pages of the seller at social networks. */
  links: string[];
  /** What the seller is called. */
  name: string;
  /** A telephone number, as people write it. */
  phone?: string;
};
export type Config = {
  coupon: CouponTerms | null;
  /** The currency of every amount. */
  currency: string;
  /** Whether this is a demonstration: no real sign-ins or no real money. */
  demo: boolean;
  /** How people are identified. */
  identity: IdentityConfig;
  /** How e-mails are delivered. */
  mails: MailsMode;
  /** How people pay. */
  payments: PaymentsConfig;
  /** What the seller promises. */
  promises: Promises;
  /** Who sells. */
  seller: Seller;
  /** The time zone of days in reports and lists, by its name in the IANA database: `UTC`, `America/New_York`. */
  timeZone: string;
};
export type ClientSecret = {
  /** For the provider's library in the browser. */
  clientSecret: string;
};
export type PaymentIntentRequest = {
  order?: Id | null;
  /** The order's total in dollars, as the customer was shown it. */
  price: TotalDollars;
};
export type FileBytes = Blob;
export type Feedback = {
  /** Its id. */
  _id: string;
  /** When it was written, in UTC. */
  createdAt: string;
  /** Where to send a reply; the address is not verified. */
  email?: string;
  /** What it says. */
  message: string;
};
export type FeedbackMessage = string;
export type NewFeedback = {
  email?: EmailAddress | null;
  /** What the visitor says. */
  message: FeedbackMessage;
};
export type VehicleName = {
  /** Its key. */
  id: string;
  /** What it is called. */
  name: string;
};
export type Vehicle = {
  /** Its engine; absent when none was chosen. */
  engine?: VehicleName;
  /** Its key: `2018/honda/civic/2.0l-l4-gas`, or without the engine. */
  id: string;
  /** Its make. */
  make: VehicleName;
  /** Its model. */
  model: VehicleName;
  /** What it is called: `2018 Honda Civic 2.0L L4`. */
  name: string;
  /** Its model year. */
  year: number;
};
export type FitCondition = {
  /** Its id. */
  id: string;
  /** Its words. */
  words: string;
};
export type FitAlternative = {
  /** Conditions about the vehicle. */
  conditions: FitCondition[];
  /** The vehicle has this engine; absent when its engine is known or does not matter. */
  engine?: VehicleName;
};
export type PiecesNeeded = {
  /** How many. */
  pieces: number;
  /** Where; absent for a part that has one place only. */
  position?: string;
};
export type VerdictWord = 'fits' | 'fits_if' | 'does_not_fit' | 'universal' | 'unknown';
export type UnknownReason = 'no_data' | 'unclassified' | 'suspended';
export type Verdict = {
  /** The part fits if any one of these holds; empty unless the verdict is `fits_if`. */
  anyOf: FitAlternative[];
  /** How many pieces the vehicle needs, by position. */
  needs: PiecesNeeded[];
  /** What else is said about the part on this vehicle; nothing to be checked. */
  notes: string[];
  /** The part's `_id`. */
  part: string;
  /** What the shop says. */
  verdict: VerdictWord;
  /** Why the shop cannot say; absent unless the verdict is `unknown`. */
  why?: UnknownReason;
};
export type Fits = {
  /** The vehicle. */
  vehicle: Vehicle;
  /** The verdicts, by the parts' `_id`s; none about parts that are not in the catalogue. */
  verdicts: Verdict[];
};
export type Garage = {
  /** The one that is chosen. */
  chosen?: string;
  /** How often it was saved; 0 when none is saved. */
  revision: number;
  /** Its vehicles, in order; some may be known no more. */
  vehicles: string[];
};
export type GarageRequest = {
  chosen?: VehicleKey | null;
  /** The revision that this was made from; 0 when none was saved. */
  revision: SavedRevision;
  /** All of its vehicles, in order; they need not exist. */
  vehicles: VehicleKey[];
};
export type NewGuestAccess = {
  /** Valid for at most 15 minutes. */
  accessToken: string;
  /** For `/guests/resume`, when the access token has expired. It is good until the guest is forgotten, a week after they came
    unless they have ordered. */
  token: string;
};
export type PersonName = string;
export type NewGuest = {
  /** Where they get the link to their order. */
  email: EmailAddress;
  /** Their name. */
  name: PersonName;
};
export type GuestAccess = {
  /** Valid for at most 15 minutes. */
  accessToken: string;
  /** Where they get their e-mails. */
  email: string;
  /** What they said they are called. */
  name: string;
};
export type LinkToken = string;
export type ResumeRequest = {
  /** The token that their browser stores. */
  token: LinkToken;
};
export type Build = {
  /** The first digits of the commit, or `development` for a build that is not optimized. */
  commit: string;
  /** The release, such as `0.2.0`. */
  version: string;
};
export type HealthStatus = 'ok';
export type Running = Build & {
  /** It runs. */
  status: HealthStatus;
};
export type ImportBrake = 'none' | 'confirm' | 'force' | 'unknown';
export type ImportCounts = {
  /** Parts that have become what the report says. */
  applied: number;
  /** Parts whose applications become others, or what is said about them. */
  changed: number;
  /** Those about parts that the shop does not have, or about other brands than that of the file. */
  foreign: number;
  /** Parts that lose all of them. */
  gone: number;
  /** Parts that get their first applications, or are added. */
  new: number;
  /** Applications that their parts lose; of a file of parts, entries of columns. */
  removed: number;
  /** Rows of the file. */
  rows: number;
  /** Those that could not be understood. */
  setAside: number;
  /** Parts that stay as they are. */
  unchanged: number;
};
export type ImportKind = 'aces' | 'fitment' | 'parts';
export type ImportProgress = {
  /** How much of it is done. */
  done: number;
  /** What is done: `reading` counts bytes, `comparing` heaps of rows, `applying` parts. */
  step: string;
  /** Of how much. */
  total: number;
};
export type ImportScope = 'whole_brand' | 'whole_parts' | 'changes';
export type ImportState = 'reading' | 'ready' | 'applying' | 'done' | 'failed' | 'stopped';
export type Import = {
  /** Its id, by which its report is agreed to. */
  _id: string;
  /** The address of who takes it in; absent for the operator. */
  actor?: string;
  /** Which confirmation its report requires before it is applied. */
  brake: ImportBrake;
  /** When it last changed, in UTC. */
  changedAt: string;
  /** What there is to count. */
  counts: ImportCounts;
  /** When it was sent, in UTC. */
  createdAt: string;
  /** Why it failed, for people. */
  error?: string;
  /** What it is called. */
  file: string;
  /** What it says that it is, as `ACES 4.2`; empty until it is read. */
  format: string;
  /** What the file is. */
  kind: ImportKind;
  /** How far it is; absent when nobody works on it. */
  progress?: ImportProgress;
  /** What it says everything about; absent until it is read. */
  scope?: ImportScope;
  /** Where it stands. */
  state: ImportState;
};
export type Flag = boolean;
export type Removals = number | string;
export type Wish = 'applying' | 'stopped';
export type ImportFields = {
  force?: Flag | null;
  removals?: Removals | null;
  /** `applying` does exactly what its report says; `stopped` ends it early. */
  state: Wish;
};
export type ImportChangeKind = 'new' | 'changed' | 'gone';
export type ImportColumn = {
  /** What it says afterwards, cut short; empty when it says nothing. */
  after: string;
  /** What the part says before, cut short; empty when it says nothing. */
  before: string;
  /** Its name, as in the first line of a file. */
  column: string;
};
export type ImportChange = {
  /** Applications that it did not have; of a file of parts, columns that say something else. */
  added: number;
  /** The key of its brand. */
  brand?: string;
  /** What becomes of it. */
  change: ImportChangeKind;
  /** Of a file of parts, the columns that say something else; of a new part only its brand, number, title, price and stock. */
  columns: ImportColumn[];
  /** The first line of the file that is about it; 0 when none is. */
  line: number;
  /** Its number. */
  number?: string;
  /** The part's `_id`. */
  part: string;
  /** Its place in the report. */
  place: string;
  /** Applications that it has no longer. */
  removed: number;
  /** What it is called, or will be when it is added; absent when there is no such part any more. */
  title?: string;
};
export type ImportFindingKind = 'problem' | 'unknown_code' | 'lint';
export type ImportFinding = {
  /** What sort of news it is. */
  kind: ImportFindingKind;
  /** The line where it was seen first; 0 when it is about the whole file. */
  line: number;
  /** Its place in the report. */
  place: string;
  /** How many rows it costs or concerns. */
  rows: number;
  /** What there is to say, for people. */
  words: string;
};
export type LookupKind =
  'base_vehicle' | 'engine' | 'make' | 'model' | 'position' | 'condition' | 'part_type' | 'brand';
export type Lookup = {
  /** The code. */
  code: string;
  /** What it stands for. */
  kind: LookupKind;
  /** Whose code it is. */
  scheme: string;
  /** What this shop calls that. */
  value: string;
};
export type SupplierCode = string;
export type LookupValue = string;
export type LookupFields = {
  /** The code. */
  code: SupplierCode;
  /** What it stands for. */
  kind: LookupKind;
  /** Whose code it is, as `aces`. */
  scheme: SupplierCode;
  /** What this shop calls that: the key of a vehicle without its engine (`2018/honda/civic`), an engine, a make, a model (`honda/civic`), a category or a brand, or the words of a position or a condition. A position may be `none`: rows with the code are taken in without a position. */
  value: LookupValue;
};
export type LookupsRequest = {
  /** The codes; those that are known get another meaning. */
  lookups: LookupFields[];
};
export type ModelEngine = VehicleName & {
  /** The first model year. */
  from: number;
  /** The last model year. */
  to: number;
};
export type Coupon = {
  /** What it is worth, in dollars. */
  amount: number;
  /** Its code. */
  code: string;
  /** Whether it was used. */
  used: boolean;
};
export type SubscriberState = 'waiting' | 'confirmed' | 'left';
export type Subscriber = {
  /** Its id. */
  _id: string;
  /** When it was last confirmed, in UTC; absent before. */
  confirmedAt?: string;
  /** Its coupon; absent until the address is first confirmed. */
  coupon?: Coupon;
  /** When it was first entered, in UTC. */
  createdAt: string;
  /** The address. */
  email: string;
  /** Whether it is confirmed. */
  state: SubscriberState;
};
export type Acknowledged = {
  /** Always true. */
  acknowledged: boolean;
};
export type JoinRequest = {
  /** Where to send it. */
  email: EmailAddress;
};
export type NewsletterConfirmed = {
  /** Its value, in dollars; absent without a coupon. */
  amount?: number;
  /** The coupon's code; absent without a coupon. */
  code?: string;
  /** The address. */
  email: string;
  /** Minimum value of the goods, in dollars; absent if any order qualifies. */
  minimum?: number;
  /** When it expires, in UTC; absent if it never does. */
  validUntil?: string;
};
export type LinkRequest = {
  /** As it stands in the link. */
  token: LinkToken;
};
export type NumbersOf = {
  /** The first day, in the shop's time zone. */
  from: string;
  /** Customers, guests among them, who placed their first order. */
  newCustomers: number;
  /** Orders that were placed, whatever became of them. */
  orders: number;
  /** Money that was promised back to customers, by the shop or at the payment provider, in dollars. What banks took because
    of disputes is not among it. */
  refunds: number;
  /** Money of customers that came in, less nothing, in dollars. */
  revenue: number;
  /** The last day, in the shop's time zone. */
  to: string;
};
export type Numbers = {
  /** As many days directly before it. */
  before: NumbersOf;
  /** By day, week or month, none left out. The first and the last may be a part of a week or a month. */
  steps: NumbersOf[];
  /** All of the period. */
  sum: NumbersOf;
};
export type OrderCounts = {
  /** That are not deleted. */
  all: number;
  /** Whose payment is disputed and not decided. */
  disputed: number;
  /** Whose money went back. */
  refunded: number;
  /** Shipped. */
  shipped: number;
  /** Paid and not shipped. */
  toShip: number;
  /** Not paid, shipped or not. */
  unpaid: number;
};
export type OrderLinkAccess = {
  /** Valid for at most 15 minutes, and for this order only. */
  accessToken: string;
  /** The order's `_id`. */
  order: string;
};
export type OrderLinkRequest = {
  /** Its token. */
  token: LinkToken;
};
export type DisputeState = 'inquiry' | 'open' | 'won' | 'lost';
export type AgreedFit = {
  /** What the customer was told: the conditions that they confirmed, or what is said about a part that fits. */
  conditions: string[];
  /** Whether the customer had to confirm something, and did. */
  confirmed: boolean;
  /** What it was called. */
  name: string;
  /** The vehicle. */
  vehicle: string;
  /** What the shop said. */
  verdict: VerdictWord;
};
export type OrderLine = {
  /** What was paid for one piece beside its price, and is paid back for the old part, in dollars; absent when nothing was. */
  core?: number;
  /** For how many of the pieces that the order keeps the core was paid back; absent when for none. */
  coresReturned?: number;
  /** The line's share of the order's discount, in dollars; absent when there was none. */
  discount?: number;
  /** What was agreed about a vehicle; absent when the customer named none. */
  fit?: AgreedFit;
  /** How many pieces the order still keeps; absent when it keeps all. */
  kept?: number;
  /** The id of its part. */
  part: string;
  /** The part's title when it was ordered. */
  product: string;
  /** In pieces. */
  quantity: number;
  /** The tax on the line, in dollars; absent when there was none. */
  tax?: number;
  /** What one piece costs, in dollars. */
  unitPrice: number;
};
export type RefundReason =
  | 'orderDeleted'
  | 'paidTwice'
  | 'soldOut'
  | 'couponReused'
  | 'byAdmin'
  | 'linesCancelled'
  | 'returned'
  | 'goodwill';
export type OrderRefund = {
  /** How much, in dollars. */
  amount: number;
  /** Whether the money has been returned. */
  done: boolean;
  /** Its id. */
  id: string;
  /** Why. */
  reason: RefundReason;
  /** When it was decided, in UTC. */
  requestedAt: string;
};
export type OrderState = 'held' | 'lapsed' | 'paid' | 'shipped' | 'refunded' | 'deleted';
export type Status = 'pending' | 'shipped';
export type Order = {
  /** Its id. */
  _id: string;
  /** Where the goods go. */
  address: string;
  /** Who brings the goods; absent when the shop does not say. */
  carrier?: string;
  /** Where the goods go, in fields; absent when the customer gave words alone. */
  destination?: Destination;
  /** How the dispute about the payment stands; absent when there was none. */
  dispute?: DisputeState;
  /** The customer's address. */
  email: string;
  /** Until when its pieces are reserved, in UTC; absent when they are not, or without an end. */
  heldUntil?: string;
  /** What was ordered, line by line. */
  lines: OrderLine[];
  /** The customer's name. */
  name: string;
  /** What people call it; absent for orders of earlier releases. */
  number?: string;
  /** The id of the part in its first line. */
  orderedId: string;
  /** Whether the shop has its money. */
  paid: boolean;
  /** When its money arrived, in UTC; absent when it has not, or when an earlier release did not note it. */
  paidAt?: string;
  /** How to reach the customer. */
  phone: string;
  /** When it was placed, in UTC. */
  placedAt: string;
  /** The title of that part when it was ordered, and how many lines follow, if any do. */
  product: string;
  /** The pieces of all lines. */
  quantity: number;
  /** How much of the price was refunded, or is being refunded, in dollars; absent when nothing was. Less than the price unless
    `state` is `refunded`. */
  refundedAmount?: number;
  /** Its refunds, oldest first; absent when there is none, and in lists of orders. */
  refunds?: OrderRefund[];
  /** When the goods left, in UTC; absent when they have not, or when an earlier release did not note it. */
  shippedAt?: string;
  /** What that costs, in dollars; absent when nothing. */
  shipping?: number;
  /** How it is sent, as the customer chose; absent when the shop charged nothing for that. */
  shippingMethod?: string;
  /** The tax on shipping, in dollars; absent when there was none. */
  shippingTax?: number;
  /** Where the order stands, in one word; `paid` and `status` are views of it. */
  state: OrderState;
  /** Whether the goods have been shipped. */
  status: Status;
  /** What its lines and charges come to, in dollars. */
  totalPrice: number;
  /** What the carrier calls the parcel; absent when the shop does not say. */
  trackingNumber?: string;
  /** The payment provider's id of the payment, once paid. */
  transactionId?: string;
};
export type RecordedRefund = {
  /** Always true. */
  acknowledged: boolean;
  /** How much goes back, in dollars. */
  amount: number;
  /** The refund's `_id`. */
  id: string;
};
export type RefundDollars = number | string;
export type LineNumber = number | string;
export type RefundedLine = {
  coresOnly?: Flag | null;
  /** Which line of the order; 1 is the first. */
  line: LineNumber;
  /** How many pieces of it. */
  pieces: Pieces;
};
export type RefundNote = string;
export type PartialRefund = {
  amount?: RefundDollars | null;
  lines?: RefundedLine[] | null;
  note?: RefundNote | null;
  restock?: Flag | null;
};
export type PostalAddress = string;
export type Ignored = string | number | boolean | object | any | null;
export type NewOrder = {
  /** Where to send the goods. */
  address: PostalAddress;
  confirmed?: FitTick[] | null;
  email?: Ignored | null;
  name?: Ignored | null;
  /** The part's `_id`. */
  orderedId: Id;
  paid?: Ignored | null;
  /** How to reach the customer. */
  phone: PhoneNumber;
  product?: Ignored | null;
  quantity?: Pieces | null;
  totalPrice?: TotalDollars | null;
  vehicle?: VehicleKey | null;
};
export type Mail = {
  /** Its id. */
  _id: string;
  /** When it was written, in UTC. */
  createdAt: string;
  /** Whether no mail server accepted it and the shop has stopped trying. */
  givenUp: boolean;
  /** When a mail server accepted it, in UTC; absent until then. */
  sentAt?: string;
  /** Its subject. */
  subject: string;
  /** Its text. Links with codes, and coupons, are hidden when a mail server is configured. */
  text: string;
  /** Where it goes. */
  to: string;
};
export type PartCondition = 'new' | 'remanufactured' | 'used';
export type Part = {
  /** Its id. */
  _id: string;
  /** Pieces that can be ordered now. */
  available: number;
  /** Whose it is. */
  brand?: Brand;
  /** The key of its category. */
  category?: string;
  /** New, or used before; absent when new. */
  condition?: PartCondition;
  /** What is paid for one piece beside its price, and paid back for the old part, in dollars; absent when nothing is. */
  core?: number;
  /** Its description. */
  desc: string;
  /** Where its picture is. */
  img: string;
  /** What its maker recommends it is sold for, in dollars; absent unless that is more than the price. */
  listPrice?: number;
  /** The least that may be ordered, in pieces. */
  minOrderQuantity: number;
  /** The number that its brand gives it. */
  number?: string;
  /** How many pieces are sold together; absent when they are sold one by one. */
  pack?: number;
  /** The price of one piece, in dollars. */
  price: number;
  /** The `_id` of the part that takes its place. */
  successor?: string;
  /** Its title. */
  title: string;
};
export type StockPieces = number | string;
export type ChargeDollars = number | string;
export type PartDescription = string;
export type ImageSource = string;
export type AttributeName = string;
export type AttributeUnit = string;
export type AttributeValue = string;
export type AttributeFields = {
  /** What is told. */
  name: AttributeName;
  unit?: AttributeUnit | null;
  /** What it is for this part. */
  value: AttributeValue;
};
export type Condition = 'new' | 'remanufactured' | 'used';
export type Millimetres = number | string;
export type PriceDollars = number | string;
export type PartNumber = string;
export type NumberKind = 'oem' | 'interchange' | 'supersedes' | 'gtin';
export type MakerName = string;
export type OtherNumberFields = {
  /** What it is to the part. */
  kind: NumberKind;
  maker?: MakerName | null;
  /** The number. */
  number: PartNumber;
};
export type AltText = string;
export type PictureFields = {
  alt?: AltText | null;
  /** Where it is: an `https:` address, or a path of this shop. */
  img: ImageSource;
};
export type Grams = number | string;
export type ListingFields = {
  attributes?: AttributeFields[] | null;
  brand?: Slug | null;
  category?: Slug | null;
  condition?: Condition | null;
  hazmat?: Flag | null;
  height?: Millimetres | null;
  length?: Millimetres | null;
  listPrice?: PriceDollars | null;
  number?: PartNumber | null;
  numbers?: OtherNumberFields[] | null;
  pictures?: PictureFields[] | null;
  successor?: Id | null;
  universal?: Flag | null;
  weight?: Grams | null;
  width?: Millimetres | null;
};
export type MinimumPieces = number | string;
export type PackPieces = number | string;
export type PartTitle = string;
export type NewPart = {
  /** Pieces that can be ordered now. */
  available: StockPieces;
  core?: ChargeDollars | null;
  /** Its description. */
  desc: PartDescription;
  /** Where its picture is: an `https:` address, or a path of this shop. */
  img: ImageSource;
  listing?: ListingFields | null;
  /** The least that may be ordered, in pieces. */
  minOrderQuantity: MinimumPieces;
  pack?: PackPieces | null;
  /** The price of one piece, in dollars. */
  price: PriceDollars;
  /** Its title. */
  title: PartTitle;
};
export type RefusedPart = {
  /** Its id. */
  _id: string;
  /** What it is called; absent when it does not exist. */
  title?: string;
};
export type RefusedReason =
  'not_found' | 'price_out_of_range' | 'not_a_pack' | 'number_taken' | 'changed_meanwhile';
export type RefusedParts = {
  /** How many. */
  count: number;
  /** The first twenty. */
  parts: RefusedPart[];
  /** Why. */
  reason: RefusedReason;
};
export type RestOfChange = {
  /** The `_id` of the last part that was come to. */
  after: string;
  /** How many parts are to be changed. */
  count: number;
  /** What they are called by. */
  digest: string;
};
export type PreviewedPart = {
  /** Its id. */
  _id: string;
  /** The same as it would be. */
  after?: string;
  /** What is changed, as it is: dollars, pieces, the key of a brand or category, a condition, `shown` or `hidden`. Absent
    when there is none. */
  before?: string;
  /** The number that its brand gives it. */
  number?: string;
  /** What it is called. */
  title: string;
};
export type PartChangesReport = {
  /** How many of those that would change have been changed within the last hour, when it was only looked at. */
  changedLately?: number;
  /** How many parts would change, or were changed. */
  changes: number;
  /** How many parts were chosen, when it was only looked at. */
  chosen?: number;
  /** What the change has to be asked for with, when it was only looked at. */
  digest?: string;
  /** Whether it was only looked at. */
  dryRun: boolean;
  /** The parts that are not changed, by reason. */
  refused: RefusedParts[];
  /** What is left, when the change has broken off. */
  rest?: RestOfChange;
  /** The first twenty changes, when it was only looked at. */
  rows: PreviewedPart[];
  /** How many parts are so already. */
  unchanged: number;
};
export type BasisPoints = number;
export type ChangeKind =
  'price_by' | 'price_to' | 'brand' | 'category' | 'minimum_order' | 'condition' | 'hide' | 'show';
export type Rounding = 'cent' | 'half_dollar' | 'ninety_nine';
export type PartChangeFields = {
  basisPoints?: BasisPoints | null;
  brand?: Slug | null;
  category?: Slug | null;
  condition?: Condition | null;
  /** What is changed. */
  kind: ChangeKind;
  minOrderQuantity?: MinimumPieces | null;
  price?: PriceDollars | null;
  rounding?: Rounding | null;
};
export type ChangeCount = number | string;
export type ChangeDigest = string;
export type PartChanges = {
  after?: Id | null;
  all?: Flag | null;
  change?: PartChangeFields | null;
  count?: ChangeCount | null;
  digest?: ChangeDigest | null;
  dryRun?: Flag | null;
  ids?: Id[] | null;
};
export type KeyCount = {
  /** The key of the brand or category. */
  _id: string;
  /** How many parts. */
  count: number;
};
export type PartCounts = {
  /** Those of each brand. */
  brands: KeyCount[];
  /** Those in each category or below. */
  categories: KeyCount[];
  /** All of them. */
  parts: number;
};
export type Product = Part & {
  /** When it last changed, but for its stock, in UTC. */
  changedAt: string;
  /** Whether it has been deleted from the catalogue. */
  hidden: boolean;
  /** At or below how many pieces it is running low. */
  reorderAt: number;
  /** Counts its changes, but for those of its stock. */
  revision: number;
};
export type ProductPage = {
  /** What the next page is asked for with; absent on the last one. */
  after?: string;
  /** The words that were searched instead of those that were typed. */
  didYouMean?: string;
  /** The parts. There may be fewer than were asked for, or none, although `after` says that there are more. */
  products: Product[];
  /** How many there are on all pages; absent when nobody has counted them. */
  total?: number;
};
export type Revised = {
  /** Always true. */
  acknowledged: boolean;
  /** Its revision since then. */
  revision: number;
};
export type Revision = number | string;
export type PartEdit = {
  core?: ChargeDollars | null;
  /** Its description. */
  desc: PartDescription;
  /** Where its picture is: an `https:` address, or a path of this shop. */
  img: ImageSource;
  /** The least that may be ordered, in pieces. */
  minOrderQuantity: MinimumPieces;
  pack?: PackPieces | null;
  /** The price of one piece, in dollars. */
  price: PriceDollars;
  /** The revision that this was made from. */
  revision: Revision;
  /** Its title. */
  title: PartTitle;
};
export type ApplicationCondition = {
  /** What they speak of. */
  about: About;
  /** Its id. */
  id: string;
  /** Its words. */
  words: string;
};
export type Application = {
  /** All of them have to hold. */
  conditions: ApplicationCondition[];
  /** With this engine only; absent for any. */
  engine?: VehicleName;
  /** The first model year. */
  from: number;
  /** How many pieces the vehicle needs there; absent when that is not known. */
  pieces?: number;
  /** Where on the vehicle. */
  position?: string;
  /** The last model year. */
  to: number;
};
export type ListedModel = {
  /** The part's applications for it. */
  applications: Application[];
  /** Who makes it. */
  make: VehicleName;
  /** The model; its key is `honda/civic`. */
  model: VehicleName;
};
export type Fitments = {
  /** The models of the page, by key. */
  models: ListedModel[];
  /** How many applications of its supplier could not be understood, and so are not listed. */
  setAside: number;
  /** How many applications the part has on all pages. */
  total: number;
};
export type FitmentCopy = {
  /** The `_id` of the part whose applications are copied. */
  from: Id;
  /** The revision of the part that this was made from. */
  revision: Revision;
};
export type SuspendedModel = {
  /** Who makes it. */
  make: VehicleName;
  /** The model; its key is `honda/civic`. */
  model: VehicleName;
  /** Why. */
  reason: string;
  /** Since when, in UTC. */
  since: string;
};
export type FitmentRecord = Fitments & {
  /** The part's revision. */
  revision: number;
  /** The models for which it is suspended, listed or not. */
  suspensions: SuspendedModel[];
};
export type ConditionWords = string;
export type EngineKey = string;
export type ModelYear = number;
export type NeededPieces = number;
export type Position = string;
export type ApplicationFields = {
  conditions?: ConditionWords[] | null;
  engine?: EngineKey | null;
  /** The first model year. */
  from: ModelYear;
  pieces?: NeededPieces | null;
  position?: Position | null;
  /** The last model year. */
  to: ModelYear;
};
export type FitmentEdit = {
  /** The applications; without any, the part is not listed for the model any more. */
  applications: ApplicationFields[];
  /** The revision of the part that this was made from. */
  revision: Revision;
};
export type Attribute = {
  /** What is told. */
  name: string;
  /** What the value is counted in. */
  unit?: string;
  /** What it is for this part. */
  value: string;
};
export type PartNumberKind = 'oem' | 'interchange' | 'supersedes' | 'gtin';
export type OtherNumber = {
  /** What it is to the part. */
  kind: PartNumberKind;
  /** Whose it is. */
  maker?: string;
  /** The number. */
  number: string;
};
export type Picture = {
  /** What it shows. */
  alt?: string;
  /** Where it is. */
  img: string;
};
export type Listing = {
  /** What it is like. */
  attributes: Attribute[];
  /** The key of its brand. */
  brand?: string;
  /** The key of its category. */
  category?: string;
  /** New, or used before. */
  condition: PartCondition;
  /** Whether the law calls it dangerous goods. */
  hazmat: boolean;
  /** Its third side as it is sent, in millimetres. */
  height?: number;
  /** Its longest side as it is sent, in millimetres. */
  length?: number;
  /** What its maker recommends it is sold for, in dollars. */
  listPrice?: number;
  /** The number that its brand gives it. */
  number?: string;
  /** Other numbers that lead to it. */
  numbers: OtherNumber[];
  /** More pictures, after its own one. */
  pictures: Picture[];
  /** The `_id` of the part that takes its place. */
  successor?: string;
  /** Whether it fits any vehicle. */
  universal: boolean;
  /** What it weighs as it is sent, in grams. */
  weight?: number;
  /** Its second side as it is sent, in millimetres. */
  width?: number;
};
export type ListingEdit = {
  listing?: ListingFields | null;
  /** The revision that this was made from. */
  revision: Revision;
};
export type PartRecord = {
  /** When it last changed, but for its stock, in UTC. */
  changedAt: string;
  /** Whether it has been deleted from the catalogue. */
  hidden: boolean;
  /** What else is said about it. */
  listing: Listing;
  /** The part. */
  part: Part;
  /** At or below how many pieces it is running low. */
  reorderAt: number;
  /** Counts its changes, but for those of its stock: whoever changes it says which one they saw. */
  revision: number;
};
export type ReorderPoint = {
  /** At or below how many pieces. */
  reorderAt: StockPieces;
};
export type StockReason =
  'opening' | 'received' | 'counted' | 'damaged' | 'correction' | 'returned';
export type StockMovement = {
  /** Its id. */
  _id: string;
  /** The `_id` of the user who said so; absent for what the shop did by itself. */
  actor?: string;
  /** When, in UTC. */
  createdAt: string;
  /** What else there is to know. */
  note?: string;
  /** How many came; below zero, went. */
  pieces: number;
  /** Why. */
  reason: StockReason;
};
export type StockMoved = {
  /** Always true. */
  acknowledged: boolean;
  /** Pieces that can be ordered now. */
  available: number;
};
export type StockNote = string;
export type StockChange = number | string;
export type NewStockReason = 'received' | 'counted' | 'damaged' | 'correction';
export type NewStockMovement = {
  expectedAvailable?: StockPieces | null;
  note?: StockNote | null;
  /** How many came; below zero, went. */
  pieces: StockChange;
  /** Why. */
  reason: NewStockReason;
};
export type StockAlertRequest = {
  /** Where to write to. */
  email: EmailAddress;
};
export type PictureFile = {
  /** Its pixels from top to bottom. */
  height: number;
  /** Where it is, as a path of this shop. */
  img: string;
  /** Its pixels from left to right. */
  width: number;
};
export type AddedPicture = {
  /** Its address, for `img` of parts and their pictures: that of the file in the middle. */
  img: string;
  /** Its files, smallest first: at most 320, 800 and 1,600 pixels on the longer side. */
  sizes: PictureFile[];
};
export type LineFit = {
  /** Whether nothing has to be confirmed that was not: without that, an order for the line is refused with `fit_not_confirmed`. */
  confirmed: boolean;
  /** The vehicle, with what it is called. */
  vehicle: Vehicle;
  /** What the shop says. */
  verdict: Verdict;
};
export type QuotedLineProblem = {
  /** A stable word for programs. */
  code: LineCode;
  /** For people. */
  detail: string;
};
export type QuotedLine = {
  /** Pieces of the part that can be sold now. */
  available?: number;
  /** What is paid for one piece beside its price, and paid back for the old part, in dollars; absent when nothing is. */
  core?: number;
  /** What the shop says about the part and the vehicle; absent when the line names none, or one that is not known. */
  fit?: LineFit;
  /** The part's picture. */
  image?: string;
  /** The least that may be ordered of the part, over all of its lines. */
  minimumOrder?: number;
  /** How many pieces are sold together; absent when they are sold one by one. */
  pack?: number;
  /** The part's `_id`. */
  part: string;
  /** Why the line cannot be had; absent when it can. */
  problem?: QuotedLineProblem;
  /** In pieces: what was asked for, or the part's minimum. 0 when nothing was said and the part is gone. */
  quantity: number;
  /** The part's title. */
  title?: string;
  /** The price of all pieces, in dollars, without core, discount and tax. */
  total?: number;
  /** The price of one piece, in dollars. */
  unitPrice?: number;
};
export type QuoteProblem = {
  /** The code of the problem that a checkout would answer. */
  code: Code;
  /** For people. */
  detail: string;
};
export type ShippingOffer = {
  /** The fewest business days that it takes. */
  daysFrom: number;
  /** The most business days that it takes. */
  daysTo: number;
  /** Its id. */
  method: string;
  /** What it is called. */
  name: string;
  /** What it costs, in dollars. */
  price: number;
};
export type Quote = {
  /** What is paid beside and paid back for the old parts, in dollars; absent when nothing is. */
  cores?: number;
  /** What the coupon takes off, in dollars; absent when nothing. */
  discount?: number;
  /** The price of those pieces, in dollars. */
  goods: number;
  /** The lines, in the order in which they were sent. */
  lines: QuotedLine[];
  /** Whether an order for these lines could be placed now, as far as is known: every line can be had, it can be sent there, and a card
    can be charged the total. */
  orderable: boolean;
  /** Whether something will be added once the place is known. */
  placeMissing: boolean;
  /** Why no order could be placed although every line can be had; absent when one could, or when a line says why. */
  problem?: QuoteProblem;
  /** The pieces of all lines but those whose part is gone. */
  quantity: number;
  /** What shipping costs in the way that was chosen, or the cheapest, in dollars; absent when the shop charges nothing for it,
    and as long as nothing is chosen. */
  shipping?: number;
  /** The id of that way. */
  shippingMethod?: string;
  /** The ways to ship; absent when the shop charges nothing for it, and as long as the place is not known. */
  shippingOptions?: ShippingOffer[];
  /** All taxes, in dollars; absent when there is none. */
  tax?: number;
  /** What all of it comes to, in dollars. */
  total: number;
};
export type PlaceFields = {
  /** The country, by its two letters. */
  country: Country;
  postalCode?: PostalCode | null;
  region?: RegionName | null;
};
export type QuoteRequest = {
  coupon?: CouponCode | null;
  /** The parts. One may stand on several lines. */
  lines: RequestedPart[];
  place?: PlaceFields | null;
  shipping?: Id | null;
};
export type ShippingMethod = {
  /** Whether it is offered. */
  active: boolean;
  /** What a parcel of no weight costs, in dollars. */
  base: number;
  /** The countries to which it goes; all when there is none. */
  countries: string[];
  /** The fewest business days that it takes. */
  daysFrom: number;
  /** The most business days that it takes. */
  daysTo: number;
  /** The postal code prefixes that it does not serve. */
  exceptPostalPrefixes?: string[];
  /** It costs nothing for goods of this much or more, in dollars; never when it is absent. */
  freeFrom?: number;
  /** Its id. */
  id: string;
  /** The most that it takes, in grams; any weight when it is absent. */
  maxGrams?: number;
  /** What customers read. */
  name: string;
  /** What each kilogram costs beside, by the gram, in dollars. */
  perKilogram: number;
  /** The postal code prefixes that it serves; all if absent. */
  postalPrefixes?: string[];
  /** Whether it takes dangerous goods. */
  takesHazmat: boolean;
};
export type TaxRate = {
  /** The country. */
  country: string;
  /** In millionths: 57500 is 5.75 %. */
  millionths: number;
  /** Whether cores are taxed as well. */
  onCore: boolean;
  /** Whether shipping is taxed as well. */
  onShipping: boolean;
  /** The postal code prefixes that it applies to; all others if absent. */
  postalPrefixes?: string[];
  /** The part of the country; everywhere else in it when it is absent. */
  region?: string;
};
export type Rates = {
  /** How often they were saved; 0 when none are saved. */
  revision: number;
  /** The ways to ship, in the order in which they are offered. */
  shippingMethods: ShippingMethod[];
  /** The taxes, by country and region. */
  taxRates: TaxRate[];
};
export type Days = number | string;
export type PostalPrefix = string;
export type ShippingName = string;
export type ShippingMethodFields = {
  /** Whether it is offered. */
  active: Flag;
  /** What a parcel of no weight costs, in dollars. */
  base: ChargeDollars;
  countries?: Country[] | null;
  /** The fewest business days that it takes. */
  daysFrom: Days;
  /** The most business days that it takes. */
  daysTo: Days;
  exceptPostalPrefixes?: PostalPrefix[] | null;
  freeFrom?: ChargeDollars | null;
  id?: Id | null;
  maxGrams?: Grams | null;
  /** What customers read. */
  name: ShippingName;
  /** What each kilogram costs beside, by the gram, in dollars. */
  perKilogram: ChargeDollars;
  postalPrefixes?: PostalPrefix[] | null;
  /** Whether it takes dangerous goods. */
  takesHazmat: Flag;
};
export type Millionths = number | string;
export type TaxRateFields = {
  /** The country. */
  country: Country;
  /** In millionths: 57500 is 5.75 %. */
  millionths: Millionths;
  /** Whether cores are taxed as well. */
  onCore: Flag;
  /** Whether shipping is taxed as well. */
  onShipping: Flag;
  postalPrefixes?: PostalPrefix[] | null;
  region?: RegionName | null;
};
export type RatesRequest = {
  /** The revision that these were made from; 0 when none were saved. */
  revision: SavedRevision;
  /** The ways to ship, in the order in which they are offered. */
  shippingMethods: ShippingMethodFields[];
  /** The taxes: the one with the longest matching postal code prefix applies, or else the one of the region, or else the one of the country. */
  taxRates: TaxRateFields[];
};
export type TriedShipping = {
  /** Its id. */
  method: string;
  /** What customers read. */
  name: string;
  /** What it would cost, in dollars; absent when it is not offered. */
  price?: number;
  /** Why it is not offered; absent when it is. */
  refused?: string;
};
export type TriedRates = {
  /** The tax that counts, in millionths. */
  millionths: number;
  /** Whether shipping is taxed as well. */
  onShipping: boolean;
  /** Each way to ship. */
  shipping: TriedShipping[];
  /** The tax on the goods and their cores, in dollars. */
  tax?: number;
};
export type TrialRequest = {
  cores?: ChargeDollars | null;
  /** The country. */
  country: Country;
  /** What the goods cost, in dollars. */
  goods: TotalDollars;
  grams?: Grams | null;
  /** Whether some of it is dangerous goods. */
  hazmat: Flag;
  postalCode?: PostalCode | null;
  region?: RegionName | null;
};
export type Health = {
  /** It is. */
  status: HealthStatus;
};
export type Refund = {
  /** Its id. */
  _id: string;
  /** How much, in dollars. */
  amount: number;
  /** Whether an admin returned the money in another way. */
  byHand: boolean;
  /** When the payment provider made it, or an admin closed it, in UTC; absent until then. */
  doneAt?: string;
  /** When it was decided, in UTC. */
  dueAt: string;
  /** How often the payment provider failed to make it. */
  failures: number;
  /** When the payment provider will be asked next, in UTC; absent once it is done. */
  nextTryAt?: string;
  /** What an admin noted about it. */
  note?: string;
  /** The `_id` of the order that the payment was for; deleted orders can have refunds, too. */
  order: string;
  /** Why. */
  reason: RefundReason;
  /** The payment provider's id of the payment. */
  transactionId: string;
};
export type Review = {
  /** Its id. */
  _id: string;
  /** Who wrote it. */
  name: string;
  /** Stars, 1 to 5. */
  rating: number;
  /** What they wrote. */
  review: string;
};
export type Stars = number | string;
export type ReviewText = string;
export type NewReview = {
  name?: Ignored | null;
  /** Stars. */
  rating: Stars;
  /** What they think of the shop. */
  review: ReviewText;
};
export type ValueCount = {
  /** How many choosing it leaves, or adds. */
  count: number;
  /** The value with its unit. */
  value: string;
};
export type AttributeCounts = {
  /** What is told. */
  name: string;
  /** What it is, the most frequent first, at most 50 and those that are chosen. */
  values: ValueCount[];
};
export type BrandCount = Brand & {
  /** How many choosing it leaves, or adds. */
  count: number;
};
export type CategoryCount = Category & {
  /** How many choosing it leaves, or adds. */
  count: number;
};
export type ConditionCount = {
  /** New, or used before. */
  condition: PartCondition;
  /** How many choosing it leaves, or adds. */
  count: number;
};
export type PriceRange = {
  /** The highest price, in dollars. */
  max: number;
  /** The lowest price, in dollars. */
  min: number;
};
export type Facets = {
  /** Only when a category is chosen. */
  attributes: AttributeCounts[];
  /** The most frequent first, at most 50 and those that are chosen. */
  brands: BrandCount[];
  /** Each before what is in it. */
  categories: CategoryCount[];
  /** The most frequent first. */
  conditions: ConditionCount[];
  /** Absent when nothing was found. */
  price?: PriceRange;
};
export type NumberHit = {
  /** What the number is to the part; absent for its own one. */
  kind?: PartNumberKind;
  /** Whose number it is. */
  maker?: string;
  /** The number, as it is written. */
  number: string;
  /** The part. */
  part: Part;
};
export type SearchPage = {
  /** What the next page is asked for with; absent on the last one. */
  after?: string;
  /** The words that were searched instead of those that were typed, which found next to nothing. */
  didYouMean?: string;
  /** How many of them have what. */
  facets: Facets;
  /** How much of the catalogue can be found yet, in per cent; absent when all of it can. */
  indexedPercent?: number;
  /** What the words lead to as a part number: parts of that very number, or else of numbers that begin so. */
  numbers: NumberHit[];
  /** The parts, in the order that was asked for. */
  parts: Part[];
  /** A number that is one slip away from the one that was typed, which leads nowhere. */
  similarNumber?: string;
  /** How many there are on all pages. */
  total: number;
};
export type SuggestedCategory = {
  /** Its key. */
  _id: string;
  /** The names of the categories that it is in, from the top, and its own one. */
  path: string[];
};
export type Suggestions = {
  /** Brands whose name has a word that begins so. */
  brands: Brand[];
  /** Categories whose name has a word that begins so. */
  categories: SuggestedCategory[];
  /** Parts that the text leads to as a number. */
  numbers: NumberHit[];
  /** Parts that have the words. */
  parts: Part[];
};
export type CarrierName = string;
export type ShippedWord = string;
export type TrackingNumber = string;
export type ShipRequest = {
  anyway?: Flag | null;
  carrier?: CarrierName | null;
  /** Must be `shipped`. */
  status: ShippedWord;
  trackingNumber?: TrackingNumber | null;
};
export type LowStock = {
  /** Its `_id`. */
  _id: string;
  /** The part. */
  part: Part;
  /** At or below how many pieces it is running low. */
  reorderAt: number;
};
export type Suspension = {
  /** Its key: the model and the part, `honda/civic/01900000-…`. */
  _id: string;
  /** The model's key, `honda/civic`. */
  model: string;
  /** The part's `_id`. */
  part: string;
  /** Why. */
  reason: string;
  /** Since when, in UTC. */
  since: string;
};
export type SuspensionReason = string;
export type SuspensionFields = {
  /** Why, for the shop's own people. */
  reason: SuspensionReason;
};
export type UnmatchedPayment = {
  /** How much was paid, in dollars. */
  amount: number;
  /** When an admin decided to refund it, in UTC; absent until then. */
  confirmedAt?: string;
  /** How often the payment provider failed to refund it. */
  failures: number;
  /** When the shop found it, in UTC. */
  foundAt: string;
  /** The `_id` of the order it was for, which this shop does not know. */
  order: string;
  /** The payment provider's id of the payment. */
  transactionId: string;
};
export type Education = string;
export type LinkedInUrl = string;
export type ProfileRequest = {
  /** Where they live. */
  address: PostalAddress;
  /** Schools and degrees. */
  education: Education;
  /** Their LinkedIn page. */
  linkedin: LinkedInUrl;
  /** Their name. */
  name: PersonName;
  /** Their telephone number. */
  phone: PhoneNumber;
};
export type NamedRole = 'admin';
export type User = {
  /** Their id. */
  _id: string;
  /** Where they live. */
  address?: string;
  /** Schools and degrees. */
  education?: string;
  /** Whether the identity provider had verified the address when the person last signed in. */
  emailVerified: boolean;
  /** Their LinkedIn page. */
  linkedin?: string;
  /** Their name. */
  name?: string;
  /** Their telephone number. */
  phone?: string;
  /** Present for admins. */
  role?: NamedRole;
  /** Their e-mail address. */
  user: string;
};
export type AccessToken = {
  /** Valid for at most 15 minutes, and no longer than its session. */
  accessToken: string;
};
export type RegisterRequest = {
  email?: Ignored | null;
};
export type StockAlert = {
  /** Since when, in UTC. */
  askedAt: string;
  /** The part's `_id`. */
  part: string;
};
export type PersonalData = {
  /** Where they have things sent. */
  addresses: AddressBook;
  /** What they mean to order. */
  cart: Cart;
  /** What they told the shop's owner, newest first; nothing when their address is not confirmed. */
  feedback: Feedback[];
  /** Their vehicles. */
  garage: Garage;
  /** When they were first seen, in UTC. */
  joinedAt: string;
  /** Their newsletter; absent when they never asked for it, or their address is not confirmed. */
  newsletter?: Subscriber;
  /** Their orders that are not deleted, newest first. */
  orders: Order[];
  /** What they wrote about the shop, newest first. */
  reviews: Review[];
  /** The parts that they wait for; none when their address is not confirmed. */
  stockAlerts: StockAlert[];
  /** Who they are. */
  user: User;
};

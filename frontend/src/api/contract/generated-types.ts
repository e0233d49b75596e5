export type GetAddressBookApiResponse = /** status 200 OK */ AddressBook;
export type GetAddressBookApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type SaveAddressBookApiResponse = /** status 200 OK */ AddressBook;
export type SaveAddressBookApiArg = {
  /** The caller's address */
  email: EmailAddress;
  addressBookRequest: AddressBookRequest;
};
export type IsAdminApiResponse = /** status 200 OK */ AdminCheck;
export type IsAdminApiArg = {
  /** The user's address */
  email: EmailAddress;
};
export type ListAuditApiResponse = /** status 200 OK */ AuditEntry[];
export type ListAuditApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
  /** The action. */
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
    | 'decide_return'
    | 'decide_cores'
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
    | 'change_return_policies'
    | 'change_fitment'
    | 'suspend_fit'
    | 'end_suspension'
    | 'dismiss_fit_flag'
    | 'unknown';
  /** Who did it: a member's email address. */
  actor?: EmailAddress;
  /** The affected user: a member's email address. */
  subject?: EmailAddress;
  /** The first day, in the shop's time zone. */
  from?: string;
  /** The last day, in the shop's time zone. */
  to?: string;
};
export type ConfirmBookingApiResponse = /** status 200 OK */ Modified;
export type ConfirmBookingApiArg = {
  /** The order's `_id` */
  id: string;
  bookingRequest: BookingRequest;
};
export type ListBrandsApiResponse = /** status 200 OK */ Brand[];
export type ListBrandsApiArg = void;
export type AddBrandApiResponse = /** status 201 Created */ Inserted;
export type AddBrandApiArg = {
  newBrand: NewBrand;
};
export type SaveBrandApiResponse = /** status 200 OK */ Saved;
export type SaveBrandApiArg = {
  /** The key: lowercase letters, digits and single hyphens */
  id: string;
  brandFields: BrandFields;
};
export type DeleteBrandApiResponse = /** status 200 OK */ Deleted;
export type DeleteBrandApiArg = {
  /** The brand's key */
  id: string;
  /** The key of the brand or category that they move to. */
  into?: string;
};
export type GetCartApiResponse = /** status 200 OK */ Cart;
export type GetCartApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type SaveCartApiResponse = /** status 200 OK */ Cart;
export type SaveCartApiArg = {
  /** The caller's address */
  email: EmailAddress;
  cartRequest: CartRequest;
};
export type ListCategoriesApiResponse = /** status 200 OK */ Category[];
export type ListCategoriesApiArg = void;
export type AddCategoryApiResponse = /** status 201 Created */ Inserted;
export type AddCategoryApiArg = {
  newCategory: NewCategory;
};
export type SaveCategoryApiResponse = /** status 200 OK */ Saved;
export type SaveCategoryApiArg = {
  /** The key: lowercase letters, digits and single hyphens */
  id: string;
  categoryFields: CategoryFields;
};
export type DeleteCategoryApiResponse = /** status 200 OK */ Deleted;
export type DeleteCategoryApiArg = {
  /** The category's key */
  id: string;
  /** The key of the brand or category that they move to. */
  into?: string;
};
export type CheckOutApiResponse = /** status 201 Created */ Inserted;
export type CheckOutApiArg = {
  /** Makes the call idempotent: repeated calls with one key place one order */
  'Idempotency-Key'?: IdempotencyKey;
  checkoutRequest: CheckoutRequest;
};
export type ListConditionsApiResponse = /** status 200 OK */ ConditionEntry[];
export type ListConditionsApiArg = {
  /** Only conditions with this classification. */
  about?: 'vehicle' | 'part' | 'unclassified';
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type ClassifyConditionApiResponse = /** status 200 OK */ Modified;
export type ClassifyConditionApiArg = {
  /** Its `_id` */
  id: string;
  conditionEdit: ConditionEdit;
};
export type GetConfigApiResponse = /** status 200 OK */ Config;
export type GetConfigApiArg = void;
export type SumCoresApiResponse = /** status 200 OK */ CoreTotals;
export type SumCoresApiArg = void;
export type ListCoresApiResponse = /** status 200 OK */ CoreClaim[];
export type ListCoresApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: string;
  /** Only lines with pieces that are `owed`, `received`, `accepted`, `refused` or `expired`. Default: all. */
  state?: 'owed' | 'received' | 'accepted' | 'refused' | 'expired';
};
export type DecideCoresApiResponse = /** status 200 OK */ CoreClaim;
export type DecideCoresApiArg = {
  /** The order's `_id` */
  id: string;
  /** The number of the order line; 1 is the first */
  line: number;
  coreChange: CoreChange;
};
export type CreatePaymentIntentApiResponse = /** status 200 OK */ ClientSecret;
export type CreatePaymentIntentApiArg = {
  paymentIntentRequest: PaymentIntentRequest;
};
export type ExportFitWarningsApiResponse = /** status 200 The file */ FileBytes;
export type ExportFitWarningsApiArg = {
  /** Only the parts of this brand: its key. Default: all brands. */
  brand?: string;
  /** All flagged applications as CSV (default), or an ACES 4.2 file that deletes the suspended ones. */
  format?: 'csv' | 'aces';
};
export type ExportNumbersApiResponse = /** status 200 The file */ FileBytes;
export type ExportNumbersApiArg = {
  /** The first day, in the shop's time zone. */
  from: string;
  /** The last day, in the shop's time zone: at most ten years after `from`, or 399 days when by day. */
  to: string;
  /** Group by day (default), week (Monday to Sunday) or month. */
  by?: 'day' | 'week' | 'month';
};
export type ExportOrdersApiResponse = /** status 200 The file */ FileBytes;
export type ExportOrdersApiArg = {
  /** An order number, an order id, or the customer's email address or telephone number. Exact matches only. */
  q?: string;
  /** `to-ship` (paid, not shipped), `unpaid` (shipped or not), `shipped`, `refunded`, or `disputed` (undecided). Default: all. */
  state?: 'to-ship' | 'unpaid' | 'shipped' | 'refunded' | 'disputed';
  /** The first day, in the shop's time zone. */
  from?: string;
  /** The last day, in the shop's time zone. */
  to?: string;
};
export type GetExportApiResponse = /** status 200 The file */ FileBytes;
export type GetExportApiArg = {
  /** What to export: `fitment` or `parts` */
  kind: string;
  /** All data (default), or sample rows that show the format of an import file. */
  content?: 'all' | 'example';
};
export type ListFeedbackApiResponse = /** status 200 OK */ Feedback[];
export type ListFeedbackApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type SendFeedbackApiResponse = /** status 201 Created */ Inserted;
export type SendFeedbackApiArg = {
  newFeedback: NewFeedback;
};
export type ListFitFlagsApiResponse = /** status 200 OK */ FitFlag[];
export type ListFitFlagsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: string;
};
export type GetFitFlagApiResponse = /** status 200 OK */ FitFlagDetails;
export type GetFitFlagApiArg = {
  /** The part's `_id` */
  part: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
};
export type DismissFitFlagApiResponse = /** status 200 OK */ Deleted;
export type DismissFitFlagApiArg = {
  /** How many misfits the admin has seen; a later one keeps the flag. */
  misfits: number;
  /** The part's `_id` */
  part: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
};
export type GetFitsApiResponse = /** status 200 OK */ Fits;
export type GetFitsApiArg = {
  /** The vehicle, with or without the engine: `2018/honda/civic/2.0l-l4-gas`. */
  vehicle: string;
  /** Comma-separated `_id`s of up to 100 parts. */
  parts?: string;
};
export type GetGarageApiResponse = /** status 200 OK */ Garage;
export type GetGarageApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type SaveGarageApiResponse = /** status 200 OK */ Garage;
export type SaveGarageApiArg = {
  /** The caller's address */
  email: EmailAddress;
  garageRequest: GarageRequest;
};
export type AddGuestApiResponse = /** status 201 Created */ NewGuestAccess;
export type AddGuestApiArg = {
  newGuest: NewGuest;
};
export type ResumeGuestApiResponse = /** status 200 OK */ GuestAccess;
export type ResumeGuestApiArg = {
  resumeRequest: ResumeRequest;
};
export type HealthApiResponse = /** status 200 OK */ Running;
export type HealthApiArg = void;
export type ListImportsApiResponse = /** status 200 OK */ Import[];
export type ListImportsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type AddImportApiResponse = /** status 201 Created */ Import;
export type AddImportApiArg = {
  /** The kind of file. */
  kind: 'aces' | 'fitment' | 'parts';
  /** The name of the file. */
  file?: string;
  /** The file; at most 2 GB unless configured otherwise */
  fileBytes: FileBytes;
};
export type GetImportApiResponse = /** status 200 OK */ Import;
export type GetImportApiArg = {
  /** The `_id` of the import */
  id: string;
};
export type ChangeImportApiResponse = /** status 200 OK */ Modified;
export type ChangeImportApiArg = {
  /** The `_id` of the import */
  id: string;
  importFields: ImportFields;
};
export type ListImportChangesApiResponse = /** status 200 OK */ ImportChange[];
export type ListImportChangesApiArg = {
  /** The `_id` of the import */
  id: string;
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `place` of the last item of the previous page. */
  after?: string;
};
export type ListImportFindingsApiResponse = /** status 200 OK */ ImportFinding[];
export type ListImportFindingsApiArg = {
  /** The `_id` of the import */
  id: string;
  /** Only findings of this kind; all by default. */
  kind?: 'problem' | 'unknown_code' | 'lint';
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `place` of the last item of the previous page. */
  after?: string;
};
export type ReadImportAgainApiResponse = /** status 201 Created */ Import;
export type ReadImportAgainApiArg = {
  /** The `_id` of the import */
  id: string;
};
export type ListLookupsApiResponse = /** status 200 OK */ Lookup[];
export type ListLookupsApiArg = {
  /** The scheme of the codes, such as `aces`. */
  scheme: string;
  /** The kind of their meaning. */
  kind:
    'base_vehicle' | 'engine' | 'make' | 'model' | 'position' | 'condition' | 'part_type' | 'brand';
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `code` of the last item of the previous page. */
  after?: string;
};
export type SaveLookupsApiResponse = /** status 200 OK */ Modified;
export type SaveLookupsApiArg = {
  lookupsRequest: LookupsRequest;
};
export type DeleteLookupApiResponse = /** status 200 OK */ Deleted;
export type DeleteLookupApiArg = {
  /** The scheme of the codes, such as `aces`. */
  scheme: string;
  /** The kind of their meaning. */
  kind:
    'base_vehicle' | 'engine' | 'make' | 'model' | 'position' | 'condition' | 'part_type' | 'brand';
  /** The code. */
  code: string;
};
export type ListMakesApiResponse = /** status 200 OK */ VehicleName[];
export type ListMakesApiArg = void;
export type ListModelsApiResponse = /** status 200 OK */ VehicleName[];
export type ListModelsApiArg = {
  /** The key of the make */
  make: string;
};
export type ListEnginesApiResponse = /** status 200 OK */ ModelEngine[];
export type ListEnginesApiArg = {
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
};
export type ListSubscribersApiResponse = /** status 200 OK */ Subscriber[];
export type ListSubscribersApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type JoinNewsletterApiResponse = /** status 202 Accepted */ Acknowledged;
export type JoinNewsletterApiArg = {
  joinRequest: JoinRequest;
};
export type ConfirmNewsletterApiResponse = /** status 200 OK */ NewsletterConfirmed;
export type ConfirmNewsletterApiArg = {
  linkRequest: LinkRequest;
};
export type LeaveNewsletterApiResponse = /** status 200 OK */ Acknowledged;
export type LeaveNewsletterApiArg = {
  linkRequest: LinkRequest;
};
export type GetNumbersApiResponse = /** status 200 OK */ Numbers;
export type GetNumbersApiArg = {
  /** The first day, in the shop's time zone. */
  from: string;
  /** The last day, in the shop's time zone: at most ten years after `from`, or 399 days when by day. */
  to: string;
  /** Group by day (default), week (Monday to Sunday) or month. */
  by?: 'day' | 'week' | 'month';
};
export type CountOpenTasksApiResponse = /** status 200 OK */ OpenTasks;
export type CountOpenTasksApiArg = void;
export type OpenapiApiResponse = /** status 200 OpenAPI 3.1 */ Blob;
export type OpenapiApiArg = void;
export type CountOrdersApiResponse = /** status 200 OK */ OrderCounts;
export type CountOrdersApiArg = void;
export type OpenOrderLinkApiResponse = /** status 200 OK */ OrderLinkAccess;
export type OpenOrderLinkApiArg = {
  orderLinkRequest: OrderLinkRequest;
};
export type GetOrderApiResponse = /** status 200 OK */ Order;
export type GetOrderApiArg = {
  /** The order's `_id` */
  id: string;
};
export type ListCoresOfApiResponse = /** status 200 OK */ CoreClaim[];
export type ListCoresOfApiArg = {
  /** The order's `_id` */
  id: string;
};
export type ListDocumentsApiResponse = /** status 200 OK */ BillingDocument[];
export type ListDocumentsApiArg = {
  /** The order's `_id` */
  id: string;
};
export type GetOrderHistoryApiResponse = /** status 200 OK */ OrderEvent[];
export type GetOrderHistoryApiArg = {
  /** The order's `_id` */
  id: string;
};
export type RevokeOrderLinksApiResponse = /** status 200 OK */ Deleted;
export type RevokeOrderLinksApiArg = {
  /** The order's `_id` */
  id: string;
};
export type PreviewRefundApiResponse = /** status 200 OK */ RefundPreview;
export type PreviewRefundApiArg = {
  /** The order's `_id` */
  id: string;
  partialRefund: PartialRefund;
};
export type RefundPartApiResponse = /** status 201 Created */ RecordedRefund;
export type RefundPartApiArg = {
  /** The order's `_id` */
  id: string;
  /** Makes the call idempotent: repeated calls with one key make one refund */
  'Idempotency-Key'?: IdempotencyKey;
  partialRefund: PartialRefund;
};
export type PreviewReturnApiResponse = /** status 200 OK */ ReturnPreview;
export type PreviewReturnApiArg = {
  /** The order's `_id` */
  id: string;
  returnRequest: ReturnRequest;
};
export type ListReturnsOfApiResponse = /** status 200 OK */ Return[];
export type ListReturnsOfApiArg = {
  /** The order's `_id` */
  id: string;
};
export type RequestReturnApiResponse = /** status 201 Created */ Return;
export type RequestReturnApiArg = {
  /** The order's `_id` */
  id: string;
  returnRequest: ReturnRequest;
};
export type ListOrdersApiResponse = /** status 200 OK */ Order[];
export type ListOrdersApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
  /** An order number, an order id, or the customer's email address or telephone number. Exact matches only. */
  q?: string;
  /** `to-ship` (paid, not shipped), `unpaid` (shipped or not), `shipped`, `refunded`, or `disputed` (undecided). Default: all. */
  state?: 'to-ship' | 'unpaid' | 'shipped' | 'refunded' | 'disputed';
  /** The first day, in the shop's time zone. */
  from?: string;
  /** The last day, in the shop's time zone. */
  to?: string;
};
export type PlaceOrderApiResponse = /** status 201 Created */ Inserted;
export type PlaceOrderApiArg = {
  /** Makes the call idempotent: repeated calls with one key place one order */
  'Idempotency-Key'?: IdempotencyKey;
  newOrder: NewOrder;
};
export type ListOrdersOfApiResponse = /** status 200 OK */ Order[];
export type ListOrdersOfApiArg = {
  /** The user's email address */
  key: EmailAddress;
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type DeleteOrderApiResponse = /** status 200 OK */ Deleted;
export type DeleteOrderApiArg = {
  /** The order's `_id` */
  key: string;
};
export type ListMailsApiResponse = /** status 200 OK */ Mail[];
export type ListMailsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
  /** `delayed`: only those that the mail server should have accepted by now. Default: all. */
  state?: 'delayed';
};
export type ListPartsApiResponse = /** status 200 OK */ Part[];
export type ListPartsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type AddPartApiResponse = /** status 201 Created */ Inserted;
export type AddPartApiArg = {
  newPart: NewPart;
};
export type ChangePartsApiResponse = /** status 200 OK */ PartChangesReport;
export type ChangePartsApiArg = {
  /** Words, or a part number. */
  q?: string;
  /** Comma-separated category keys: parts in any of them, including subcategories. */
  category?: string;
  /** Comma-separated brand keys: parts of any of them. */
  brand?: string;
  /** Comma-separated conditions: `new`, `remanufactured`, `used`. */
  condition?: string;
  /** The lowest price, in dollars. */
  priceFrom?: number | string;
  /** The highest price, in dollars. */
  priceTo?: number | string;
  /** An attribute name, `=`, and a value with its unit, as in the facets: `Diameter=300 mm`. Repeatable. */
  attribute?: string;
  /** `true`: only parts that can be ordered now. */
  inStock?: boolean;
  /** The sort order; by default relevance if `q` has words, otherwise newest first. */
  sort?: 'relevance' | 'newest' | 'name' | 'price' | '-price';
  /** The `after` of the previous page. */
  after?: string;
  /** Maximum number of parts to return. */
  limit?: number;
  /** Which parts to list: `shown` (in the catalog; the default), `low` (running low or sold out), `sold_out`, or `hidden` (deleted). All lists but `shown` start with the newest part and ignore attributes. */
  list?: 'shown' | 'low' | 'sold_out' | 'hidden';
  partChanges: PartChanges;
};
export type CountPartsApiResponse = /** status 200 OK */ PartCounts;
export type CountPartsApiArg = void;
export type ListProductsApiResponse = /** status 200 OK */ ProductPage;
export type ListProductsApiArg = {
  /** Words, or a part number. */
  q?: string;
  /** Comma-separated category keys: parts in any of them, including subcategories. */
  category?: string;
  /** Comma-separated brand keys: parts of any of them. */
  brand?: string;
  /** Comma-separated conditions: `new`, `remanufactured`, `used`. */
  condition?: string;
  /** The lowest price, in dollars. */
  priceFrom?: number | string;
  /** The highest price, in dollars. */
  priceTo?: number | string;
  /** An attribute name, `=`, and a value with its unit, as in the facets: `Diameter=300 mm`. Repeatable. */
  attribute?: string;
  /** `true`: only parts that can be ordered now. */
  inStock?: boolean;
  /** The sort order; by default relevance if `q` has words, otherwise newest first. */
  sort?: 'relevance' | 'newest' | 'name' | 'price' | '-price';
  /** The `after` of the previous page. */
  after?: string;
  /** Maximum number of parts to return. */
  limit?: number;
  /** Which parts to list: `shown` (in the catalog; the default), `low` (running low or sold out), `sold_out`, or `hidden` (deleted). All lists but `shown` start with the newest part and ignore attributes. */
  list?: 'shown' | 'low' | 'sold_out' | 'hidden';
};
export type GetPartApiResponse = /** status 200 OK */ Part;
export type GetPartApiArg = {
  /** The part's `_id` */
  id: string;
};
export type EditPartApiResponse = /** status 200 OK */ Revised;
export type EditPartApiArg = {
  /** The part's `_id` */
  id: string;
  partEdit: PartEdit;
};
export type DeletePartApiResponse = /** status 200 OK */ Deleted;
export type DeletePartApiArg = {
  /** The part's `_id` */
  id: string;
};
export type ListFitmentsApiResponse = /** status 200 OK */ Fitments;
export type ListFitmentsApiArg = {
  /** The part's `_id` */
  id: string;
  /** Maximum number of models to return; default 50. */
  limit?: number;
  /** The last model of the previous page, as `honda/civic`. */
  after?: string;
  /** Only this model, as `honda/civic`; the result is a single page. */
  model?: string;
};
export type CopyFitmentApiResponse = /** status 200 OK */ Revised;
export type CopyFitmentApiArg = {
  /** The part's `_id` */
  id: string;
  fitmentCopy: FitmentCopy;
};
export type GetFitmentRecordApiResponse = /** status 200 OK */ FitmentRecord;
export type GetFitmentRecordApiArg = {
  /** The part's `_id` */
  id: string;
  /** Maximum number of models to return; default 50. */
  limit?: number;
  /** The last model of the previous page, as `honda/civic`. */
  after?: string;
};
export type EditFitmentApiResponse = /** status 200 OK */ Revised;
export type EditFitmentApiArg = {
  /** The part's `_id` */
  id: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
  fitmentEdit: FitmentEdit;
};
export type GetListingApiResponse = /** status 200 OK */ Listing;
export type GetListingApiArg = {
  /** The part's `_id` */
  id: string;
};
export type EditListingApiResponse = /** status 200 OK */ Revised;
export type EditListingApiArg = {
  /** The part's `_id` */
  id: string;
  listingEdit: ListingEdit;
};
export type GetPartRecordApiResponse = /** status 200 OK */ PartRecord;
export type GetPartRecordApiArg = {
  /** The part's `_id` */
  id: string;
};
export type SetReorderPointApiResponse = /** status 200 OK */ Modified;
export type SetReorderPointApiArg = {
  /** The part's `_id` */
  id: string;
  reorderPoint: ReorderPoint;
};
export type RestorePartApiResponse = /** status 200 OK */ Modified;
export type RestorePartApiArg = {
  /** The part's `_id` */
  id: string;
};
export type ListStockMovementsApiResponse = /** status 200 OK */ StockMovement[];
export type ListStockMovementsApiArg = {
  /** The part's `_id` */
  id: string;
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type MoveStockApiResponse = /** status 201 Created */ StockMoved;
export type MoveStockApiArg = {
  /** The part's `_id` */
  id: string;
  /** Makes the call idempotent: repeated calls with one key record one movement */
  'Idempotency-Key'?: IdempotencyKey;
  newStockMovement: NewStockMovement;
};
export type AskForStockAlertApiResponse = /** status 202 Accepted */ Acknowledged;
export type AskForStockAlertApiArg = {
  /** The part's `_id` */
  id: string;
  stockAlertRequest: StockAlertRequest;
};
export type AddPictureApiResponse = /** status 201 Created */ AddedPicture;
export type AddPictureApiArg = {
  /** At most 8 MB and 40 megapixels */
  fileBytes: FileBytes;
};
export type GetPictureApiResponse = /** status 200 The file */ FileBytes;
export type GetPictureApiArg = {
  /** The name of the file */
  name: string;
};
export type QuoteApiResponse = /** status 200 OK */ Quote;
export type QuoteApiArg = {
  quoteRequest: QuoteRequest;
};
export type GetRatesApiResponse = /** status 200 OK */ Rates;
export type GetRatesApiArg = void;
export type SaveRatesApiResponse = /** status 200 OK */ Rates;
export type SaveRatesApiArg = {
  ratesRequest: RatesRequest;
};
export type TryRatesApiResponse = /** status 200 OK */ TriedRates;
export type TryRatesApiArg = {
  trialRequest: TrialRequest;
};
export type ReadyApiResponse = /** status 200 OK */ Health;
export type ReadyApiArg = void;
export type RefundOrderApiResponse = /** status 200 OK */ Modified;
export type RefundOrderApiArg = {
  /** The order's `_id` */
  id: string;
  /** Set to refund a shipped order, too; otherwise such an order is refused with `order_already_shipped`. Its pieces
    do not return to stock. */
  afterShipping?: boolean;
};
export type ListRefundsApiResponse = /** status 200 OK */ Refund[];
export type ListRefundsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type CloseRefundApiResponse = /** status 200 OK */ Modified;
export type CloseRefundApiArg = {
  /** The refund's `_id` */
  id: string;
};
export type CountReturnsApiResponse = /** status 200 OK */ ReturnCounts;
export type CountReturnsApiArg = void;
export type GetReturnPoliciesApiResponse = /** status 200 OK */ ReturnPolicies;
export type GetReturnPoliciesApiArg = void;
export type SaveReturnPoliciesApiResponse = /** status 200 OK */ ReturnPolicies;
export type SaveReturnPoliciesApiArg = {
  returnPoliciesRequest: ReturnPoliciesRequest;
};
export type ListReturnsApiResponse = /** status 200 OK */ Return[];
export type ListReturnsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
  /** `requested`, `approved`, `declined`, `received` (also once refunded), `canceled` or `expired`. Default: all. */
  state?: 'requested' | 'approved' | 'declined' | 'received' | 'canceled' | 'expired';
  /** The number of a return. */
  number?: string;
};
export type GetReturnApiResponse = /** status 200 OK */ Return;
export type GetReturnApiArg = {
  /** The return's `_id` */
  id: string;
};
export type DecideReturnApiResponse = /** status 200 OK */ Return;
export type DecideReturnApiArg = {
  /** The return's `_id` */
  id: string;
  returnChange: ReturnChange;
};
export type ListReviewsApiResponse = /** status 200 OK */ Review[];
export type ListReviewsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type AddReviewApiResponse = /** status 201 Created */ Inserted;
export type AddReviewApiArg = {
  newReview: NewReview;
};
export type DeleteReviewApiResponse = /** status 200 OK */ Deleted;
export type DeleteReviewApiArg = {
  /** The review's id */
  id: string;
};
export type SearchPartsApiResponse = /** status 200 OK */ SearchPage;
export type SearchPartsApiArg = {
  /** Words, or a part number. */
  q?: string;
  /** Comma-separated category keys: parts in any of them, including subcategories. */
  category?: string;
  /** Comma-separated brand keys: parts of any of them. */
  brand?: string;
  /** Comma-separated conditions: `new`, `remanufactured`, `used`. */
  condition?: string;
  /** The lowest price, in dollars. */
  priceFrom?: number | string;
  /** The highest price, in dollars. */
  priceTo?: number | string;
  /** An attribute name, `=`, and a value with its unit, as in the facets: `Diameter=300 mm`. Repeatable. */
  attribute?: string;
  /** Year, make, model, and the engine if known, as `2018/honda/civic/2.0l-l4-gas`: only parts that are listed for this vehicle or fit any vehicle. */
  vehicle?: string;
  /** `true`: only parts that can be ordered now. */
  inStock?: boolean;
  /** The sort order; by default relevance if `q` has words, otherwise newest first. */
  sort?: 'relevance' | 'newest' | 'name' | 'price' | '-price';
  /** The `after` of the previous page. */
  after?: string;
  /** Maximum number of parts to return. */
  limit?: number;
};
export type SuggestApiResponse = /** status 200 OK */ Suggestions;
export type SuggestApiArg = {
  /** Words, or a part number. */
  q?: string;
};
export type SignOutApiResponse = /** status 200 OK */ Deleted;
export type SignOutApiArg = void;
export type SignOutEverywhereApiResponse = /** status 200 OK */ Acknowledged;
export type SignOutEverywhereApiArg = {
  /** The user's address */
  email: string;
};
export type ShipOrderApiResponse = /** status 200 OK */ Modified;
export type ShipOrderApiArg = {
  /** The order's `_id` */
  id: string;
  shipRequest: ShipRequest;
};
export type DeleteUnpaidOrderApiResponse = /** status 200 OK */ Deleted;
export type DeleteUnpaidOrderApiArg = {
  /** The order's `_id` */
  id: string;
};
export type ConfirmStockAlertsApiResponse = /** status 200 OK */ Acknowledged;
export type ConfirmStockAlertsApiArg = {
  linkRequest: LinkRequest;
};
export type StopStockAlertsApiResponse = /** status 200 OK */ Acknowledged;
export type StopStockAlertsApiArg = {
  linkRequest: LinkRequest;
};
export type ListLowStockApiResponse = /** status 200 OK */ LowStock[];
export type ListLowStockApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type ListSuspensionsApiResponse = /** status 200 OK */ Suspension[];
export type ListSuspensionsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: string;
};
export type SuspendFitApiResponse = /** status 200 OK */ Modified;
export type SuspendFitApiArg = {
  /** The part's `_id` */
  part: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
  suspensionFields: SuspensionFields;
};
export type EndSuspensionApiResponse = /** status 200 OK */ Deleted;
export type EndSuspensionApiArg = {
  /** The part's `_id` */
  part: string;
  /** The key of the make */
  make: string;
  /** The key of the model among those of the make */
  model: string;
};
export type ListUnmatchedPaymentsApiResponse = /** status 200 OK */ UnmatchedPayment[];
export type ListUnmatchedPaymentsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `transactionId` of the last item of the previous page. */
  after?: string;
};
export type RefundUnmatchedPaymentApiResponse = /** status 200 OK */ Modified;
export type RefundUnmatchedPaymentApiArg = {
  /** The payment provider's id of the payment */
  id: string;
};
export type UpdateProfileApiResponse = /** status 200 OK */ Modified;
export type UpdateProfileApiArg = {
  /** The caller's address */
  email: EmailAddress;
  profileRequest: ProfileRequest;
};
export type MakeAdminApiResponse = /** status 200 OK */ Modified;
export type MakeAdminApiArg = {
  /** The user's address */
  email: EmailAddress;
};
export type RemoveAdminApiResponse = /** status 200 OK */ Modified;
export type RemoveAdminApiArg = {
  /** The user's address */
  email: string;
};
export type ListUsersApiResponse = /** status 200 OK */ User[];
export type ListUsersApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type GetUserApiResponse = /** status 200 OK */ User;
export type GetUserApiArg = {
  /** The user's address */
  email: EmailAddress;
};
export type RegisterUserApiResponse = /** status 200 OK */ AccessToken;
export type RegisterUserApiArg = {
  /** The address in the ID token */
  email: EmailAddress;
  registerRequest: RegisterRequest;
};
export type DeleteAccountApiResponse = /** status 200 OK */ Acknowledged;
export type DeleteAccountApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type GetPersonalDataApiResponse = /** status 200 OK */ PersonalData;
export type GetPersonalDataApiArg = {
  /** The caller's address */
  email: EmailAddress;
};
export type ListVehicleEnginesApiResponse = /** status 200 OK */ VehicleName[];
export type ListVehicleEnginesApiArg = {
  /** The model year. */
  year: number;
  /** The key of the model with its make, as `honda/civic`. */
  model: string;
};
export type ListVehicleMakesApiResponse = /** status 200 OK */ VehicleName[];
export type ListVehicleMakesApiArg = {
  /** The model year. */
  year: number;
};
export type ListVehicleModelsApiResponse = /** status 200 OK */ VehicleName[];
export type ListVehicleModelsApiArg = {
  /** The model year. */
  year: number;
  /** The key of the make. */
  make: string;
};
export type NameVehiclesApiResponse = /** status 200 OK */ Vehicle[];
export type NameVehiclesApiArg = {
  /** A vehicle, as `2018/honda/civic/2.0l-l4-gas`. Repeatable, up to 20 times. */
  vehicle?: string;
};
export type ListVehicleYearsApiResponse = /** status 200 OK */ number[];
export type ListVehicleYearsApiArg = void;
export type ReceiveStripeEventApiResponse = unknown;
export type ReceiveStripeEventApiArg = {
  /** `t=…,v1=…` */
  'Stripe-Signature': string;
  body: string;
};
export type ListWithdrawalsApiResponse = /** status 200 OK */ Withdrawal[];
export type ListWithdrawalsApiArg = {
  /** Maximum number of items to return. */
  limit?: PageLimit;
  /** The `_id` of the last item of the previous page. */
  after?: PageKey;
};
export type WithdrawApiResponse = /** status 201 Created */ WithdrawalReceipt;
export type WithdrawApiArg = {
  withdrawalStatement: WithdrawalStatement;
};
export type Destination = {
  /** The city. */
  city: string;
  /** The two-letter country code. */
  country: string;
  /** Street and number. */
  line1: string;
  /** Further delivery details. */
  line2?: string;
  /** The postal code. */
  postalCode?: string;
  /** The recipient's name. */
  recipient: string;
  /** The state or province. */
  region?: string;
};
export type SavedAddress = {
  /** The delivery destination. */
  destination: Destination;
  /** The telephone number for the carrier. */
  phone: string;
};
export type AddressBook = {
  /** The addresses; the first is the default. */
  addresses: SavedAddress[];
  /** The number of saves; 0 if never saved. */
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
  | 'order_not_shipped'
  | 'return_window_over'
  | 'not_returnable'
  | 'return_state'
  | 'too_many_returns'
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
  /** The error: a stable code for programs. */
  code: FieldCode;
  /** Its name, as in the request. */
  field: string;
  /** The error for people: "price must be a number". */
  message: string;
};
export type LineCode = 'part_gone' | 'below_minimum' | 'not_a_pack' | 'out_of_stock';
export type LineProblem = {
  /** The reason: a stable code for programs. */
  code: LineCode;
  /** The reason, for people. */
  detail: string;
  /** Its index among the lines sent, from 0. */
  index: number;
  /** The `_id` of its part. */
  part: string;
};
export type Problem = {
  /** A stable code for programs. */
  code: Code;
  /** The specific error, for people. */
  detail: string;
  /** The fields that are invalid. */
  fields?: FieldProblem[];
  /** The order lines that cannot be ordered. */
  lines?: LineProblem[];
  /** The HTTP status. */
  status: number;
  /** The general meaning of the code. */
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
  /** The city. */
  city: CityName;
  /** The two-letter country code. */
  country: Country;
  /** Street and number. */
  line1: AddressLine;
  line2?: AddressLine | null;
  postalCode?: PostalCode | null;
  /** The recipient's name. */
  recipient: RecipientName;
  region?: RegionName | null;
};
export type PhoneNumber = number | string;
export type SavedAddressFields = {
  /** The delivery destination. */
  destination: DestinationFields;
  /** The telephone number for the carrier. */
  phone: PhoneNumber;
};
export type SavedRevision = number | string;
export type AddressBookRequest = {
  /** All addresses; the first is the default. */
  addresses: SavedAddressFields[];
  /** The revision that this edit is based on; 0 if none was saved. */
  revision: SavedRevision;
};
export type AdminCheck = {
  /** True for admins. */
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
  | 'decide_return'
  | 'decide_cores'
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
  | 'change_return_policies'
  | 'change_fitment'
  | 'suspend_fit'
  | 'end_suspension'
  | 'dismiss_fit_flag'
  | 'unknown';
export type AuditUser = {
  /** The user's id. */
  _id: string;
  /** The user's current address; absent if the user no longer exists. */
  user?: string;
};
export type AuditEntry = {
  /** Its id. */
  _id: string;
  /** The action. */
  action: AuditAction;
  /** Who did it; absent for the operator of the server, and for actions at sign-in. */
  actor?: AuditUser;
  /** When it happened, in UTC. */
  createdAt: string;
  /** Details, depending on the action. The first line identifies the object; each further line is a changed field,
    such as `title: Disc → Vented disc`. Long values are shortened. */
  detail?: string;
  /** The affected user. */
  subject: AuditUser;
};
export type PageLimit = number;
export type PageKey = string;
export type Modified = {
  /** Always true. */
  acknowledged: boolean;
  /** Always 1: if it does not exist, the call returns a problem instead. */
  matchedCount: number;
  /** 1, or 0 if nothing had to be changed. */
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
  /** The brand's key. */
  _id: string;
  /** The name. */
  name: string;
};
export type Inserted = {
  /** Always true. */
  acknowledged: boolean;
  /** The new id. */
  insertedId: string;
};
export type Slug = string;
export type BrandName = string;
export type NewBrand = {
  /** The key; it must be unused. */
  key: Slug;
  /** The name. */
  name: BrandName;
};
export type Saved = {
  /** Always true. */
  acknowledged: boolean;
  /** Whether it was added rather than changed. */
  added: boolean;
};
export type BrandFields = {
  /** The name. */
  name: BrandName;
};
export type Deleted = {
  /** Always true. */
  acknowledged: boolean;
  /** 1, or 0 when there was nothing to delete. */
  deletedCount: number;
};
export type CartLine = {
  /** The part's `_id`; the part may no longer exist. */
  part: string;
  /** Number of pieces. */
  quantity: number;
  /** The vehicle that it is for; absent if none was chosen. */
  vehicle?: string;
};
export type Cart = {
  /** The lines. */
  lines: CartLine[];
  /** The number of saves; 0 if never saved. */
  revision: number;
};
export type Pieces = number | string;
export type VehicleKey = string;
export type CartLineFields = {
  /** The part's `_id`; it need not exist. */
  part: Id;
  /** Number of pieces. */
  quantity: Pieces;
  vehicle?: VehicleKey | null;
};
export type CartRequest = {
  /** All lines. */
  lines: CartLineFields[];
  /** The revision that this edit is based on; 0 if none was saved. */
  revision: SavedRevision;
};
export type Category = {
  /** The category's key. */
  _id: string;
  /** The name. */
  name: string;
  /** The key of its parent category; absent at the top level. */
  parent?: string;
  /** Its sort position among its siblings. */
  position: number;
};
export type CategoryName = string;
export type CategoryPosition = number | string;
export type NewCategory = {
  /** The key; it must be unused. */
  key: Slug;
  /** The name. */
  name: CategoryName;
  parent?: Slug | null;
  position?: CategoryPosition | null;
};
export type CategoryFields = {
  /** The name. */
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
  /** The destination. */
  destination: DestinationFields;
  /** The parts. One part may be on several lines. */
  lines: RequestedPart[];
  /** The customer's telephone number. */
  phone: PhoneNumber;
  shipping?: Id | null;
  /** The total shown to the customer, in dollars. The order is refused if the total has changed. */
  totalPrice: TotalDollars;
};
export type About = 'vehicle' | 'part' | 'unclassified';
export type ConditionEntry = {
  /** Its id. */
  _id: string;
  /** Its classification. */
  about: About;
  /** The number of parts that have it. */
  parts: number;
  /** Its text, as written by a supplier or an admin. */
  words: string;
};
export type ConditionEdit = {
  /** The classification: about the vehicle, about the part, or unclassified. */
  about: About;
};
export type CouponTerms = {
  /** The discount, in dollars. */
  amount: number;
  /** Minimum value of the goods, in dollars, before shipping and tax; 0 for any order. */
  minimum: number;
  /** The number of days it is valid. */
  validDays: number;
};
export type IdentityMode = 'embedded' | 'firebase' | 'emulator';
export type IdentityConfig = {
  /** Firebase's web API key; public. */
  apiKey: string;
  /** The host of Firebase's sign-in pages. */
  authDomain: string;
  /** The emulator's URL; null without an emulator. */
  emulatorUrl: string | null;
  /** Which identity provider is used. */
  mode: IdentityMode;
  /** The Firebase project. */
  projectId: string;
};
export type MailsMode = 'outbox' | 'smtp';
export type PaymentsMode = 'sandbox' | 'stripe';
export type PaymentsConfig = {
  /** The base URL of the sandbox's API; null for the real provider. */
  apiBase: string | null;
  /** Which payment provider is used. */
  mode: PaymentsMode;
  /** The provider's publishable key. */
  publishableKey: string;
};
export type Promises = {
  /** The cutoff time by which an order must be placed to arrive in two business days, if `shipping` promises
    that: `12pm ET`. */
  orderBy?: string;
  /** Number of days after shipping within which an order can be returned. */
  returnDays: number;
  /** The delivery time, as a sentence. */
  shipping: string;
};
export type Seller = {
  /** The lines of the address, without the name. */
  address: string[];
  /** The email address. */
  email?: string;
  /** The seller's pages on social networks. */
  links: string[];
  /** The seller's name. */
  name: string;
  /** The telephone number, formatted for display. */
  phone?: string;
  /** The tax number, as printed on invoices. */
  taxNumber?: string;
};
export type Config = {
  coupon: CouponTerms | null;
  /** The currency of every amount. */
  currency: string;
  /** Whether this is a demo: sign-ins or payments are not real. */
  demo: boolean;
  /** How users sign in. */
  identity: IdentityConfig;
  /** How emails are delivered. */
  mails: MailsMode;
  /** How customers pay. */
  payments: PaymentsConfig;
  /** The seller's promises. */
  promises: Promises;
  /** The seller. */
  seller: Seller;
  /** The time zone of days in reports and lists, as an IANA name: `UTC`, `America/New_York`. */
  timeZone: string;
  /** The seller's instructions on withdrawal from the contract, by paragraph; empty if there are none. */
  withdrawal: string[];
};
export type CoreTotals = {
  /** Of old parts that customers may send. */
  owed: number;
  /** Of old parts that arrived and are to be inspected. */
  received: number;
};
export type CoreClaim = {
  /** Its key: the order and the line, `01900000-…/1`. */
  _id: string;
  /** Pieces whose core charge was refunded. */
  accepted: number;
  /** Pieces that were refunded with their core charge. */
  closed: number;
  /** The core charge of a piece. */
  core: number;
  /** When the old parts have to arrive, in UTC. */
  dueAt: string;
  /** Pieces whose old part did not arrive in time. The shop may still accept it. */
  expired: number;
  /** The number of the order line; 1 is the first. */
  line: number;
  /** The name of the order's customer. */
  name: string;
  /** The `_id` of the order. */
  order: string;
  /** The order number; absent for orders of earlier releases. */
  orderNumber?: string;
  /** Pieces whose old part the customer may send. */
  owed: number;
  /** The part's title when it was ordered. */
  product: string;
  /** Why old parts were refused; absent if none were. */
  reason?: string;
  /** Pieces whose old part arrived and is to be inspected. */
  received: number;
  /** Pieces whose old part was refused. */
  refused: number;
};
export type StockPieces = number | string;
export type CoreRefusal = string;
export type CoreChange = {
  /** Old parts whose core charge is refunded, including those that were refunded before. */
  accepted: StockPieces;
  reason?: CoreRefusal | null;
  /** Old parts that arrived and are to be inspected. */
  received: StockPieces;
  /** Old parts that are refused. */
  refused: StockPieces;
};
export type ClientSecret = {
  /** The client secret for the provider's library in the browser. */
  clientSecret: string;
};
export type PaymentIntentRequest = {
  order?: Id | null;
  /** The order's total shown to the customer, in dollars. */
  price: TotalDollars;
};
export type FileBytes = Blob;
export type Feedback = {
  /** Its id. */
  _id: string;
  /** When it was sent, in UTC. */
  createdAt: string;
  /** The sender's address for a reply; not verified. */
  email?: string;
  /** The message. */
  message: string;
};
export type FeedbackMessage = string;
export type NewFeedback = {
  email?: EmailAddress | null;
  /** The message. */
  message: FeedbackMessage;
};
export type VehicleName = {
  /** Its key. */
  id: string;
  /** The name. */
  name: string;
};
export type FitFlag = {
  /** Its key: the model and the part, `honda/civic/01900000-…`. */
  _id: string;
  /** The price of the pieces that are expected to come back in the next 90 days. */
  expectedLoss: number;
  /** The make. */
  make: VehicleName;
  /** Order lines that came back because they did not fit. */
  misfits: number;
  /** The model; its key is like `honda/civic`. */
  model: VehicleName;
  /** The part number; absent if it has none. */
  number?: string;
  /** The part's `_id`. */
  part: string;
  /** Whether the part is flagged for many models, so that its number or picture is probably wrong instead. */
  partSuspect: boolean;
  /** The probability that the applications are wrong, in percent. */
  percentWrong: number;
  /** Shipped order lines for which an application held, including those that came back. */
  sold: number;
  /** Pieces sold in the last 90 days. */
  soldRecently: number;
  /** The part's title. */
  title: string;
};
export type Misfit = {
  /** The customer's own words; absent if there are none. */
  note?: string;
  /** The number of the return. */
  number: string;
  /** The `_id` of its order. */
  order: string;
  /** When it was received, in UTC. */
  receivedAt: string;
};
export type FitFlagDetails = FitFlag & {
  /** The last returns, newest first. */
  returns: Misfit[];
  /** Whether the part is suspended for the model. */
  suspended: boolean;
};
export type Vehicle = {
  /** The engine; absent if none was selected. */
  engine?: VehicleName;
  /** Its key: `2018/honda/civic/2.0l-l4-gas`, or without the engine. */
  id: string;
  /** Its make. */
  make: VehicleName;
  /** Its model. */
  model: VehicleName;
  /** The name: `2018 Honda Civic 2.0L L4`. */
  name: string;
  /** Its model year. */
  year: number;
};
export type FitCondition = {
  /** Its id. */
  id: string;
  /** Its text. */
  words: string;
};
export type FitAlternative = {
  /** Conditions about the vehicle. */
  conditions: FitCondition[];
  /** The required engine; absent if the vehicle's engine is known or irrelevant. */
  engine?: VehicleName;
};
export type PiecesNeeded = {
  /** The number of pieces. */
  pieces: number;
  /** The position; absent if the part has only one. */
  position?: string;
};
export type TrackRecord = {
  /** Those of them that came back because they did not fit. */
  misfits: number;
  /** Order lines that were shipped. */
  sold: number;
};
export type VerdictWord = 'fits' | 'fits_if' | 'does_not_fit' | 'universal' | 'unknown';
export type UnknownReason = 'no_data' | 'unclassified' | 'suspended';
export type Verdict = {
  /** The part fits if any of these holds; empty unless the verdict is `fits_if`. */
  anyOf: FitAlternative[];
  /** The number of pieces the vehicle needs, by position. */
  needs: PiecesNeeded[];
  /** Other notes about the part on this vehicle; nothing to check. */
  notes: string[];
  /** The part's `_id`. */
  part: string;
  /** How often it was sold for the model, in any year; absent unless the verdict is `fits`, some came back, and at
    least 20 were sold. */
  trackRecord?: TrackRecord;
  /** The verdict. */
  verdict: VerdictWord;
  /** Why it is not known; absent unless the verdict is `unknown`. */
  why?: UnknownReason;
};
export type Fits = {
  /** The vehicle. */
  vehicle: Vehicle;
  /** The verdicts, by part `_id`; parts that are not in the catalog are omitted. */
  verdicts: Verdict[];
};
export type Garage = {
  /** The selected vehicle. */
  chosen?: string;
  /** The number of saves; 0 if never saved. */
  revision: number;
  /** The vehicles, in order; some may no longer exist. */
  vehicles: string[];
};
export type GarageRequest = {
  chosen?: VehicleKey | null;
  /** The revision that this edit is based on; 0 if none was saved. */
  revision: SavedRevision;
  /** All vehicles, in order; they need not exist. */
  vehicles: VehicleKey[];
};
export type NewGuestAccess = {
  /** Valid for at most 15 minutes. */
  accessToken: string;
  /** The token for `/guests/resume`, used when the access token has expired. Valid until the guest is purged: a week
    after creation, unless they have ordered. */
  token: string;
};
export type PersonName = string;
export type NewGuest = {
  /** The email address, to which the order link is sent. */
  email: EmailAddress;
  /** The guest's name. */
  name: PersonName;
};
export type GuestAccess = {
  /** Valid for at most 15 minutes. */
  accessToken: string;
  /** The guest's email address. */
  email: string;
  /** The name that the guest entered. */
  name: string;
};
export type LinkToken = string;
export type ResumeRequest = {
  /** The token that the guest's browser stores. */
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
  /** Always `ok`. */
  status: HealthStatus;
};
export type ImportBrake = 'none' | 'confirm' | 'force' | 'unknown';
export type ImportCounts = {
  /** Parts to which the report has been applied. */
  applied: number;
  /** Parts whose applications or details change. */
  changed: number;
  /** Rows about parts that the shop does not have, or about brands other than the file's. */
  foreign: number;
  /** Parts that lose all applications. */
  gone: number;
  /** Parts that get their first applications, or are added. */
  new: number;
  /** Applications that are removed; for a file of parts, column values that are removed. */
  removed: number;
  /** Rows of the file. */
  rows: number;
  /** Rows that could not be understood. */
  setAside: number;
  /** Parts that stay the same. */
  unchanged: number;
};
export type ImportKind = 'aces' | 'fitment' | 'parts';
export type ImportProgress = {
  /** The amount done. */
  done: number;
  /** The current step: `reading` counts bytes, `comparing` batches of rows, `applying` parts. */
  step: string;
  /** The total amount. */
  total: number;
};
export type ImportScope = 'whole_brand' | 'whole_parts' | 'changes';
export type ImportState = 'reading' | 'ready' | 'applying' | 'done' | 'failed' | 'stopped';
export type Import = {
  /** Its id. */
  _id: string;
  /** The email address of the admin who uploaded it; absent for the operator. */
  actor?: string;
  /** Which confirmation its report requires before it is applied. */
  brake: ImportBrake;
  /** When it last changed, in UTC. */
  changedAt: string;
  /** The counts. */
  counts: ImportCounts;
  /** When it was uploaded, in UTC. */
  createdAt: string;
  /** Why it failed, in words. */
  error?: string;
  /** The file name. */
  file: string;
  /** The format that it declares, such as `ACES 4.2`; empty until it is read. */
  format: string;
  /** The kind of file. */
  kind: ImportKind;
  /** Its progress; absent when it is not being processed. */
  progress?: ImportProgress;
  /** What it lists completely; absent until it is read. */
  scope?: ImportScope;
  /** Its state. */
  state: ImportState;
};
export type Flag = boolean;
export type Removals = number | string;
export type Wish = 'applying' | 'stopped';
export type ImportFields = {
  force?: Flag | null;
  removals?: Removals | null;
  /** `applying` applies exactly what its report lists; `stopped` ends it early. */
  state: Wish;
};
export type ImportChangeKind = 'new' | 'changed' | 'gone';
export type ImportColumn = {
  /** The value after, truncated; may be empty. */
  after: string;
  /** The value before, truncated; may be empty. */
  before: string;
  /** Its name, as in the header of a file. */
  column: string;
};
export type ImportChange = {
  /** Applications that are added; for a file of parts, columns that change. */
  added: number;
  /** The key of its brand. */
  brand?: string;
  /** How it changes. */
  change: ImportChangeKind;
  /** For a file of parts, the columns that change; for a new part only its brand, number, title, price and stock. */
  columns: ImportColumn[];
  /** The first line of the file about it; 0 if there is none. */
  line: number;
  /** Its number. */
  number?: string;
  /** The part's `_id`. */
  part: string;
  /** Its index in the report. */
  place: string;
  /** Applications that are removed. */
  removed: number;
  /** Its title, or the title it will have when added; absent if the part no longer exists. */
  title?: string;
};
export type ImportFindingKind = 'problem' | 'unknown_code' | 'lint';
export type ImportFinding = {
  /** Its kind. */
  kind: ImportFindingKind;
  /** The line of its first occurrence; 0 if it concerns the whole file. */
  line: number;
  /** Its index in the report. */
  place: string;
  /** The number of rows affected. */
  rows: number;
  /** The text for people. */
  words: string;
};
export type LookupKind =
  'base_vehicle' | 'engine' | 'make' | 'model' | 'position' | 'condition' | 'part_type' | 'brand';
export type Lookup = {
  /** The code. */
  code: string;
  /** The kind of its meaning. */
  kind: LookupKind;
  /** The code's scheme, such as `aces`. */
  scheme: string;
  /** Its meaning. */
  value: string;
};
export type SupplierCode = string;
export type LookupValue = string;
export type LookupFields = {
  /** The code. */
  code: SupplierCode;
  /** The kind of its meaning. */
  kind: LookupKind;
  /** The code's scheme, such as `aces`. */
  scheme: SupplierCode;
  /** Its meaning: the key of a vehicle without its engine (`2018/honda/civic`), an engine, a make, a model (`honda/civic`), a category or a brand; or the text of a position or a condition. A position may be `none`: rows with the code are imported without a position. */
  value: LookupValue;
};
export type LookupsRequest = {
  /** The codes; those that are already mapped are replaced. */
  lookups: LookupFields[];
};
export type ModelEngine = VehicleName & {
  /** The first model year. */
  from: number;
  /** The last model year. */
  to: number;
};
export type Coupon = {
  /** The value, in dollars. */
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
  /** The email address. */
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
  /** The token, as in the link. */
  token: LinkToken;
};
export type NumbersOf = {
  /** The first day, in the shop's time zone. */
  from: string;
  /** Customers, including guests, who placed their first order. */
  newCustomers: number;
  /** Orders placed, including those deleted later. */
  orders: number;
  /** Refunds decided by the shop or made at the payment provider, in dollars. Excludes money taken by banks because
    of disputes. */
  refunds: number;
  /** Customer payments received, before refunds, in dollars. */
  revenue: number;
  /** The last day, in the shop's time zone. */
  to: string;
};
export type Numbers = {
  /** The same number of days directly before it. */
  before: NumbersOf;
  /** By day, week or month, without gaps. The first and the last may be a partial week or month. */
  steps: NumbersOf[];
  /** The whole period. */
  sum: NumbersOf;
};
export type OpenTasks = {
  /** Order lines with old parts that have arrived and wait for a decision. */
  coresToInspect: number;
  /** Applications that returns say are wrong. */
  fitFlags: number;
  /** Emails that the mail server should have accepted by now. */
  mailsLate: number;
  /** Orders with an undecided dispute. */
  ordersInDispute: number;
  /** Paid orders to ship. */
  ordersToShip: number;
  /** Parts whose stock is low. */
  partsLow: number;
  /** Payments without an order. */
  paymentsUnmatched: number;
  /** Refunds that the payment provider could not make, and that are tried again. */
  refundsFailing: number;
  /** Returns to approve or decline. */
  returnsToDecide: number;
  /** Approved returns, to be received and refunded when their parcels arrive. */
  returnsToReceive: number;
};
export type OrderCounts = {
  /** Not deleted. */
  all: number;
  /** With an undecided dispute. */
  disputed: number;
  /** Refunded. */
  refunded: number;
  /** Shipped. */
  shipped: number;
  /** Paid and not shipped. */
  toShip: number;
  /** Unpaid, shipped or not. */
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
  /** What the customer was shown: the conditions that they confirmed, or the notes on a part that fits. */
  conditions: string[];
  /** Whether a confirmation was required and given. */
  confirmed: boolean;
  /** The vehicle's name at that time. */
  name: string;
  /** The vehicle. */
  vehicle: string;
  /** The verdict at that time. */
  verdict: VerdictWord;
};
export type ReturnShippingPayer = 'shop' | 'customer';
export type ReturnTerms = {
  /** For how many days after the day of shipping, in UTC, it can be returned. With a fault, at least as many as by the
    setting of the shop. */
  days: number;
  /** The restocking fee in that case, in percent of the price paid, without core charges; absent if there is none. */
  restockingPercent?: number;
  /** Whether it can be returned only because the customer does not need it. */
  returnable: boolean;
  /** Who pays for sending it back in that case; absent if it cannot be returned then. */
  shippingPaidBy?: ReturnShippingPayer;
};
export type OrderLine = {
  /** The core charge paid per piece, in dollars, which is refunded when the old part is returned; absent if there was
    none. */
  core?: number;
  /** The number of kept pieces whose core charge was refunded; absent if none. */
  coresReturned?: number;
  /** The line's share of the order's discount, in dollars; absent if there was none. */
  discount?: number;
  /** What was agreed about the vehicle; absent if the customer named none. */
  fit?: AgreedFit;
  /** The number of pieces not refunded; absent if all are kept. */
  kept?: number;
  /** The id of its part. */
  part: string;
  /** The part's title when it was ordered. */
  product: string;
  /** Number of pieces. */
  quantity: number;
  /** The agreed terms for returning it; absent for orders of earlier releases, which have the shop's default terms. */
  returns?: ReturnTerms;
  /** The tax on the line, in dollars; absent if there was none. */
  tax?: number;
  /** The rate of that tax in millionths: 57500 is 5.75 %; absent without tax, and for orders of earlier releases. */
  taxMillionths?: number;
  /** The price of one piece, in dollars. */
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
  /** The amount, in dollars. */
  amount: number;
  /** Whether the money has been returned. */
  done: boolean;
  /** The restocking fee that was deducted, in dollars; absent if there was none. */
  fee?: number;
  /** Its id. */
  id: string;
  /** The reason. */
  reason: RefundReason;
  /** When it was decided, in UTC. */
  requestedAt: string;
};
export type OrderState = 'held' | 'lapsed' | 'paid' | 'shipped' | 'refunded' | 'deleted';
export type Status = 'pending' | 'shipped';
export type Order = {
  /** Its id. */
  _id: string;
  /** The delivery address. */
  address: string;
  /** The carrier; absent if not stated. */
  carrier?: string;
  /** The destination by fields; absent if the customer entered only a free text. */
  destination?: Destination;
  /** The state of the payment dispute; absent if there was none. */
  dispute?: DisputeState;
  /** The customer's address. */
  email: string;
  /** When the reservation of its pieces expires, in UTC; absent if nothing is reserved, or if it does not expire. */
  heldUntil?: string;
  /** The order lines. */
  lines: OrderLine[];
  /** The customer's name. */
  name: string;
  /** The order number shown to customers; absent for orders of earlier releases. */
  number?: string;
  /** The id of the part in its first line. */
  orderedId: string;
  /** Whether it is paid. */
  paid: boolean;
  /** When it was paid, in UTC; absent if unpaid, or if an earlier release did not record it. */
  paidAt?: string;
  /** The customer's telephone number. */
  phone: string;
  /** When it was placed, in UTC. */
  placedAt: string;
  /** The title of that part when it was ordered, and the number of further lines, if any. */
  product: string;
  /** The number of pieces on all lines. */
  quantity: number;
  /** The amount refunded or being refunded, in dollars; absent if there is none. Less than the total unless `state`
    is `refunded`. */
  refundedAmount?: number;
  /** Its refunds, oldest first; absent if there are none, and in lists of orders. */
  refunds?: OrderRefund[];
  /** When it was shipped, in UTC; absent if it was not, or if an earlier release did not record it. */
  shippedAt?: string;
  /** The shipping price, in dollars; absent if there was none. */
  shipping?: number;
  /** The shipping method that the customer selected; absent if the shop did not charge for shipping. */
  shippingMethod?: string;
  /** The tax on shipping, in dollars; absent if there was none. */
  shippingTax?: number;
  /** The state of the order; `paid` and `status` are derived from it. */
  state: OrderState;
  /** Whether the goods have been shipped. */
  status: Status;
  /** The total of its lines and charges, in dollars. */
  totalPrice: number;
  /** The carrier's tracking number; absent if not stated. */
  trackingNumber?: string;
  /** The payment provider's id of the payment, once paid. */
  transactionId?: string;
  /** When the customer withdrew from the contract before it was shipped, in UTC; absent if they did not. */
  withdrawnAt?: string;
};
export type BillKind = 'invoice' | 'credit_note';
export type CreditedPieces = {
  /** Whether only the core charges of these pieces are refunded, for returned old parts. */
  coresOnly: boolean;
  /** The number of the order line; 1 is the first. */
  line: number;
  /** The number of pieces. */
  pieces: number;
  /** The part's title when it was ordered. */
  product: string;
};
export type BillingDocument = {
  /** The total that was charged, or is refunded, in dollars. */
  amount: number;
  /** When it was issued, in UTC. */
  issuedAt: string;
  /** Its kind. */
  kind: BillKind;
  /** Its number, consecutive within its kind: `INV-000123`, `CN-000007`. */
  number: string;
  /** The pieces and core charges of a credit note; empty for an invoice, and for refunds of an amount. */
  pieces: CreditedPieces[];
  /** The refund of a credit note; absent for an invoice. */
  refund?: OrderRefund;
  /** The seller's name, address and tax number when it was issued, line by line. */
  seller: string[];
  /** The tax in the amount, in dollars; absent if there is none. */
  tax?: number;
};
export type OrderActor = 'customer' | 'shop' | 'admin' | 'operator';
export type OrderEventKind =
  | 'placed'
  | 'payment_started'
  | 'paid'
  | 'withdrawn'
  | 'shipped'
  | 'refund_due'
  | 'refund_done'
  | 'return_requested'
  | 'return_approved'
  | 'return_declined'
  | 'return_received'
  | 'return_canceled'
  | 'return_expired'
  | 'email_sent'
  | 'audited';
export type OrderEvent = {
  /** The action, if the event is known only from the audit log. */
  action?: AuditAction;
  /** The current email address of the admin; absent for others, and if the admin no longer has one. */
  admin?: string;
  /** The amount of the order, payment or refund, in dollars. */
  amount?: number;
  /** When it happened, in UTC. */
  at: string;
  /** Who did it. */
  by: OrderActor;
  /** Details; see `kind`. */
  detail?: string;
  /** What happened. */
  kind: OrderEventKind;
};
export type LineAmount = {
  /** The amount in dollars, with the shares of discount, tax and core charge. */
  amount: number;
  /** The number of the order line. */
  line: number;
};
export type RefundPreview = {
  /** The amount, in dollars. If the whole order is refunded, this is all that is left, with the shipping charge. */
  amount: number;
  /** What can still be refunded afterwards, in dollars. */
  left: number;
  /** The amounts of the lines; empty for a refund of an amount. */
  lines: LineAmount[];
  /** Whether the whole order counts as refunded. */
  whole: boolean;
};
export type RefundDollars = number | string;
export type LineNumber = number | string;
export type RefundedLine = {
  coresOnly?: Flag | null;
  /** The number of the order line; 1 is the first. */
  line: LineNumber;
  /** The number of pieces. */
  pieces: Pieces;
};
export type RefundNote = string;
export type PartialRefund = {
  amount?: RefundDollars | null;
  lines?: RefundedLine[] | null;
  note?: RefundNote | null;
  restock?: Flag | null;
};
export type RecordedRefund = {
  /** Always true. */
  acknowledged: boolean;
  /** The amount, in dollars. */
  amount: number;
  /** The refund's `_id`. */
  id: string;
};
export type ReturnPreview = {
  /** The restocking fee, in dollars; absent if there is none. */
  fee?: number;
  /** The refund if the shop accepts all pieces, in dollars, less the fee. */
  refund: number;
};
export type PiecesToReturn = {
  /** The number of the order line; 1 is the first. */
  line: LineNumber;
  /** The number of pieces. */
  pieces: Pieces;
};
export type ReturnNote = string;
export type ReturnReason =
  'does_not_fit' | 'wrong_part' | 'damaged' | 'not_as_described' | 'not_needed';
export type ReturnRequest = {
  lines?: PiecesToReturn[] | null;
  note?: ReturnNote | null;
  /** The reason. */
  reason: ReturnReason;
};
export type RecordedReason =
  'does_not_fit' | 'wrong_part' | 'damaged' | 'not_as_described' | 'not_needed' | 'withdrawal';
export type ReturnedLine = {
  /** Pieces that were refunded but cannot be sold again; absent until they arrive. */
  damaged?: number;
  /** The number of the order line; 1 is the first. */
  line: number;
  /** The id of its part. */
  part: string;
  /** The number of returned pieces. */
  pieces: number;
  /** The part's title when it was ordered. */
  product: string;
  /** Pieces that were not refunded; absent until they arrive. */
  refused?: number;
  /** Pieces that were refunded and went back into stock; absent until they arrive. */
  restocked?: number;
};
export type ReturnState =
  | 'requested'
  | 'approved'
  | 'declined'
  | 'received'
  | 'refunded'
  | 'closed'
  | 'canceled'
  | 'expired';
export type Return = {
  /** Its id. */
  _id: string;
  /** The shop's words to the customer; absent if there are none. */
  answer?: string;
  /** When its pieces have to arrive, in UTC; only while it is approved. */
  arrivesBy?: string;
  /** When it was approved or declined, in UTC; absent until then. */
  decidedAt?: string;
  /** When it was received, canceled or expired, in UTC; absent until then. */
  endedAt?: string;
  /** The restocking fee that will be deducted if the shop accepts all pieces, in dollars; absent if there is none, and
    once the pieces have arrived: then it is in the refund. */
  fee?: number;
  /** The reason that the inspection showed; absent if it is the customer's. */
  foundReason?: RecordedReason;
  /** The returned pieces. */
  lines: ReturnedLine[];
  /** The name of the order's customer. */
  name: string;
  /** The customer's own words; absent if there are none. */
  note?: string;
  /** Its number, printed on its slip. */
  number: string;
  /** The `_id` of its order. */
  order: string;
  /** The order number; absent for orders of earlier releases. */
  orderNumber?: string;
  /** The reason. */
  reason: RecordedReason;
  /** The refund of the accepted pieces; absent if there is none. */
  refund?: OrderRefund;
  /** When it was requested, in UTC. */
  requestedAt: string;
  /** Its state. */
  state: ReturnState;
};
export type PostalAddress = string;
export type NewOrder = {
  /** The delivery address. */
  address: PostalAddress;
  confirmed?: FitTick[] | null;
  /** Ignored: the address comes from the account. */
  email?: any;
  /** Ignored: the name comes from the account. */
  name?: any;
  /** The part's `_id`. */
  orderedId: Id;
  /** Ignored: an order is not paid when it is placed. */
  paid?: any;
  /** The customer's telephone number. */
  phone: PhoneNumber;
  /** Ignored: the title comes from the part. */
  product?: any;
  quantity?: Pieces | null;
  totalPrice?: TotalDollars | null;
  vehicle?: VehicleKey | null;
};
export type Mail = {
  /** Its id. */
  _id: string;
  /** When it was written, in UTC. */
  createdAt: string;
  /** Whether delivery has failed and the shop has stopped trying. */
  givenUp: boolean;
  /** When a mail server accepted it, in UTC; absent until then. */
  sentAt?: string;
  /** Its subject. */
  subject: string;
  /** The text. Links with codes, and coupons, are hidden if a mail server is configured. */
  text: string;
  /** The recipient's address. */
  to: string;
};
export type PartCondition = 'new' | 'remanufactured' | 'used';
export type Part = {
  /** Its id. */
  _id: string;
  /** The number of pieces that can be ordered now. */
  available: number;
  /** Its brand. */
  brand?: Brand;
  /** The key of its category. */
  category?: string;
  /** Its condition; absent when new. */
  condition?: PartCondition;
  /** The core charge per piece, in dollars: added to the price, and refunded when the old part is returned. Absent if
    there is none. */
  core?: number;
  /** Its description. */
  desc: string;
  /** The address of its picture. */
  img: string;
  /** The maker's recommended price, in dollars; absent unless it exceeds the price. */
  listPrice?: number;
  /** The minimum order, in pieces. */
  minOrderQuantity: number;
  /** The brand's part number. */
  number?: string;
  /** The number of pieces per pack; absent if pieces are sold individually. */
  pack?: number;
  /** The price of one piece, in dollars. */
  price: number;
  /** The `_id` of the part that supersedes it. */
  successor?: string;
  /** Its title. */
  title: string;
};
export type ChargeDollars = number | string;
export type PartDescription = string;
export type ImageSource = string;
export type AttributeName = string;
export type AttributeUnit = string;
export type AttributeValue = string;
export type AttributeFields = {
  /** The attribute's name. */
  name: AttributeName;
  unit?: AttributeUnit | null;
  /** The value. */
  value: AttributeValue;
};
export type Condition = 'new' | 'remanufactured' | 'used';
export type Millimetres = number | string;
export type PriceDollars = number | string;
export type PartNumber = string;
export type NumberKind = 'oem' | 'interchange' | 'supersedes' | 'gtin';
export type MakerName = string;
export type OtherNumberFields = {
  /** How the number relates to the part. */
  kind: NumberKind;
  maker?: MakerName | null;
  /** The number. */
  number: PartNumber;
};
export type AltText = string;
export type PictureFields = {
  alt?: AltText | null;
  /** Its address: an `https:` address, or a path of this shop. */
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
  /** The number of pieces that can be ordered now. */
  available: StockPieces;
  core?: ChargeDollars | null;
  /** Its description. */
  desc: PartDescription;
  /** The address of its picture: an `https:` address, or a path of this shop. */
  img: ImageSource;
  listing?: ListingFields | null;
  /** The minimum order, in pieces. */
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
  /** Its title; absent if it does not exist. */
  title?: string;
};
export type RefusedReason =
  'not_found' | 'price_out_of_range' | 'not_a_pack' | 'number_taken' | 'changed_meanwhile';
export type RefusedParts = {
  /** The number of parts. */
  count: number;
  /** The first twenty. */
  parts: RefusedPart[];
  /** The reason. */
  reason: RefusedReason;
};
export type RestOfChange = {
  /** The `_id` of the last part processed. */
  after: string;
  /** The number of parts left to change. */
  count: number;
  /** The digest of the remaining parts. */
  digest: string;
};
export type PreviewedPart = {
  /** Its id. */
  _id: string;
  /** The value after the change. */
  after?: string;
  /** The current value: dollars, pieces, the key of a brand or category, a condition, `shown` or `hidden`. Absent if
    there is none. */
  before?: string;
  /** The brand's part number. */
  number?: string;
  /** Its title. */
  title: string;
};
export type PartChangesReport = {
  /** How many of the parts that would change were already changed within the last hour; only in a preview. */
  changedLately?: number;
  /** The number of parts that would change, or were changed. */
  changes: number;
  /** The number of parts selected; only in a preview. */
  chosen?: number;
  /** The digest to send with the change; only in a preview. */
  digest?: string;
  /** Whether this is a preview. */
  dryRun: boolean;
  /** The parts that are not changed, by reason. */
  refused: RefusedParts[];
  /** The rest, if the run was interrupted. */
  rest?: RestOfChange;
  /** The first twenty changes; only in a preview. */
  rows: PreviewedPart[];
  /** The number of parts that already have the value. */
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
  /** What to change. */
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
  /** The number of parts. */
  count: number;
};
export type PartCounts = {
  /** By brand. */
  brands: KeyCount[];
  /** By category, including subcategories. */
  categories: KeyCount[];
  /** The number of all parts. */
  parts: number;
};
export type Product = Part & {
  /** When it last changed, excluding stock, in UTC. */
  changedAt: string;
  /** Whether it has been deleted from the catalog. */
  hidden: boolean;
  /** The stock level, in pieces, at or below which the part is running low. */
  reorderAt: number;
  /** The number of changes, excluding stock. */
  revision: number;
};
export type ProductPage = {
  /** The cursor of the next page; absent on the last page. */
  after?: string;
  /** The corrected query that was used instead of the original. */
  didYouMean?: string;
  /** The parts. There may be fewer than `limit`, or none, even if `after` shows that more follow. */
  products: Product[];
  /** The number of parts on all pages; absent if it was not counted. */
  total?: number;
};
export type Revised = {
  /** Always true. */
  acknowledged: boolean;
  /** The new revision. */
  revision: number;
};
export type Revision = number | string;
export type PartEdit = {
  core?: ChargeDollars | null;
  /** Its description. */
  desc: PartDescription;
  /** The address of its picture: an `https:` address, or a path of this shop. */
  img: ImageSource;
  /** The minimum order, in pieces. */
  minOrderQuantity: MinimumPieces;
  pack?: PackPieces | null;
  /** The price of one piece, in dollars. */
  price: PriceDollars;
  /** The revision that this edit is based on. */
  revision: Revision;
  /** Its title. */
  title: PartTitle;
};
export type ApplicationCondition = {
  /** Its classification. */
  about: About;
  /** Its id. */
  id: string;
  /** Its text. */
  words: string;
};
export type Application = {
  /** The conditions. All must hold. */
  conditions: ApplicationCondition[];
  /** The required engine; absent for any. */
  engine?: VehicleName;
  /** The first model year. */
  from: number;
  /** The number of pieces the vehicle needs there; absent if not known. */
  pieces?: number;
  /** The position on the vehicle. */
  position?: string;
  /** The last model year. */
  to: number;
};
export type ListedModel = {
  /** The part's applications for it. */
  applications: Application[];
  /** The make. */
  make: VehicleName;
  /** The model; its key is like `honda/civic`. */
  model: VehicleName;
};
export type Fitments = {
  /** The models of the page, by key. */
  models: ListedModel[];
  /** The number of the supplier's applications that could not be understood and are not listed. */
  setAside: number;
  /** The total number of the part's applications. */
  total: number;
};
export type FitmentCopy = {
  /** The `_id` of the part whose applications are copied. */
  from: Id;
  /** The part's revision that this edit is based on. */
  revision: Revision;
};
export type SuspendedModel = {
  /** The make. */
  make: VehicleName;
  /** The model; its key is like `honda/civic`. */
  model: VehicleName;
  /** The reason. */
  reason: string;
  /** When it was suspended, in UTC. */
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
  /** The applications; if empty, the part is no longer listed for the model. */
  applications: ApplicationFields[];
  /** The part's revision that this edit is based on. */
  revision: Revision;
};
export type Attribute = {
  /** The attribute's name. */
  name: string;
  /** The unit of the value. */
  unit?: string;
  /** The value. */
  value: string;
};
export type PartNumberKind = 'oem' | 'interchange' | 'supersedes' | 'gtin';
export type OtherNumber = {
  /** How the number relates to the part. */
  kind: PartNumberKind;
  /** The maker that the number belongs to. */
  maker?: string;
  /** The number. */
  number: string;
};
export type Picture = {
  /** Alternative text. */
  alt?: string;
  /** Its address. */
  img: string;
};
export type Listing = {
  /** The attributes. */
  attributes: Attribute[];
  /** The key of its brand. */
  brand?: string;
  /** The key of its category. */
  category?: string;
  /** The condition. */
  condition: PartCondition;
  /** Whether it is classified as dangerous goods. */
  hazmat: boolean;
  /** The third side of the package, in millimeters. */
  height?: number;
  /** The longest side of the package, in millimeters. */
  length?: number;
  /** The maker's recommended price, in dollars. */
  listPrice?: number;
  /** The brand's part number. */
  number?: string;
  /** Other numbers by which it is found. */
  numbers: OtherNumber[];
  /** Additional pictures, shown after the main one. */
  pictures: Picture[];
  /** The terms for returning it; absent for admins who edit it. */
  returns?: ReturnTerms;
  /** The `_id` of the part that supersedes it. */
  successor?: string;
  /** Whether it fits any vehicle. */
  universal: boolean;
  /** The shipping weight, in grams. */
  weight?: number;
  /** The second side of the package, in millimeters. */
  width?: number;
};
export type ListingEdit = {
  listing?: ListingFields | null;
  /** The revision that this edit is based on. */
  revision: Revision;
};
export type PartRecord = {
  /** When it last changed, excluding stock, in UTC. */
  changedAt: string;
  /** Whether it has been deleted from the catalog. */
  hidden: boolean;
  /** Catalog details. */
  listing: Listing;
  /** The part. */
  part: Part;
  /** The stock level, in pieces, at or below which the part is running low. */
  reorderAt: number;
  /** The number of changes, excluding stock. An edit must state the revision that it is based on. */
  revision: number;
};
export type ReorderPoint = {
  /** The stock level, in pieces, at or below which the part is running low. */
  reorderAt: StockPieces;
};
export type StockReason =
  'opening' | 'received' | 'counted' | 'damaged' | 'correction' | 'returned';
export type StockMovement = {
  /** Its id. */
  _id: string;
  /** The `_id` of the user who recorded it; absent for automatic movements. */
  actor?: string;
  /** When it was recorded, in UTC. */
  createdAt: string;
  /** Additional information. */
  note?: string;
  /** The number of pieces added; negative if removed. */
  pieces: number;
  /** The reason. */
  reason: StockReason;
};
export type StockMoved = {
  /** Always true. */
  acknowledged: boolean;
  /** The number of pieces that can be ordered now. */
  available: number;
};
export type StockNote = string;
export type StockChange = number | string;
export type NewStockReason = 'received' | 'counted' | 'damaged' | 'correction';
export type NewStockMovement = {
  expectedAvailable?: StockPieces | null;
  note?: StockNote | null;
  /** The number of pieces added; negative if removed. */
  pieces: StockChange;
  /** The reason. */
  reason: NewStockReason;
};
export type StockAlertRequest = {
  /** The email address. */
  email: EmailAddress;
};
export type PictureFile = {
  /** The height, in pixels. */
  height: number;
  /** Its address, as a path of this shop. */
  img: string;
  /** The width, in pixels. */
  width: number;
};
export type AddedPicture = {
  /** The address of the medium size, for `img` of parts and their pictures. */
  img: string;
  /** Its files, smallest first: at most 320, 800 and 1,600 pixels on the longer side. */
  sizes: PictureFile[];
};
export type LineFit = {
  /** Whether everything that needs confirmation is confirmed; otherwise an order for the line is refused with
    `fit_not_confirmed`. */
  confirmed: boolean;
  /** The vehicle, with its name. */
  vehicle: Vehicle;
  /** The verdict. */
  verdict: Verdict;
};
export type QuotedLineProblem = {
  /** A stable code for programs. */
  code: LineCode;
  /** A text for people. */
  detail: string;
};
export type QuotedLine = {
  /** The number of pieces of the part that can be ordered now. */
  available?: number;
  /** The core charge per piece, in dollars: added to the price, and refunded when the old part is returned. Absent if
    there is none. */
  core?: number;
  /** The verdict about the part and the vehicle; absent if the line names no vehicle, or an unknown one. */
  fit?: LineFit;
  /** The part's picture. */
  image?: string;
  /** The part's minimum order, in pieces, counted over all its lines. */
  minimumOrder?: number;
  /** The number of pieces per pack; absent if pieces are sold individually. */
  pack?: number;
  /** The part's `_id`. */
  part: string;
  /** Why the line cannot be ordered; absent if it can. */
  problem?: QuotedLineProblem;
  /** Number of pieces: as requested, or the part's minimum. 0 if none were requested and the part is gone. */
  quantity: number;
  /** The terms for returning the part. */
  returns?: ReturnTerms;
  /** The part's title. */
  title?: string;
  /** The price of all pieces, in dollars, before core charges, discount and tax. */
  total?: number;
  /** The price of one piece, in dollars. */
  unitPrice?: number;
};
export type QuoteProblem = {
  /** The code of the problem that a checkout would return. */
  code: Code;
  /** A text for people. */
  detail: string;
};
export type ShippingOffer = {
  /** The minimum delivery time, in business days. */
  daysFrom: number;
  /** The maximum delivery time, in business days. */
  daysTo: number;
  /** Its id. */
  method: string;
  /** The name. */
  name: string;
  /** The price, in dollars. */
  price: number;
};
export type Quote = {
  /** The core charges, in dollars, which are refunded when the old parts are returned; absent if there are none. */
  cores?: number;
  /** The coupon discount, in dollars; absent if there is none. */
  discount?: number;
  /** The price of those pieces, in dollars. */
  goods: number;
  /** The lines, in the order sent. */
  lines: QuotedLine[];
  /** Whether these lines could be ordered now, as far as is known: every line is available, the destination can be
    served, and the total can be charged to a card. */
  orderable: boolean;
  /** Whether charges will be added once the place is known. */
  placeMissing: boolean;
  /** Why no order can be placed although every line is available; absent if one can be placed, or if a line has the
    reason. */
  problem?: QuoteProblem;
  /** The number of pieces, excluding lines whose part is gone. */
  quantity: number;
  /** The price of the selected or cheapest shipping method, in dollars; absent if the shop does not charge for
    shipping, and until a method can be selected. */
  shipping?: number;
  /** The id of that shipping method. */
  shippingMethod?: string;
  /** The available shipping methods; absent if the shop does not charge for shipping, and until the place is known. */
  shippingOptions?: ShippingOffer[];
  /** All taxes, in dollars; absent if there are none. */
  tax?: number;
  /** The grand total, in dollars. */
  total: number;
};
export type PlaceFields = {
  /** The two-letter country code. */
  country: Country;
  postalCode?: PostalCode | null;
  region?: RegionName | null;
};
export type QuoteRequest = {
  coupon?: CouponCode | null;
  /** The parts. One part may be on several lines. */
  lines: RequestedPart[];
  place?: PlaceFields | null;
  shipping?: Id | null;
};
export type ShippingMethod = {
  /** Whether it is offered. */
  active: boolean;
  /** The base price of a parcel, in dollars. */
  base: number;
  /** The countries it serves; all if empty. */
  countries: string[];
  /** The minimum delivery time, in business days. */
  daysFrom: number;
  /** The maximum delivery time, in business days. */
  daysTo: number;
  /** The postal code prefixes that it does not serve. */
  exceptPostalPrefixes?: string[];
  /** Goods value from which shipping is free, in dollars; never free if absent. */
  freeFrom?: number;
  /** Its id. */
  id: string;
  /** The maximum weight, in grams; unlimited if absent. */
  maxGrams?: number;
  /** The name shown to customers. */
  name: string;
  /** The additional price per kilogram, in dollars, charged by the gram. */
  perKilogram: number;
  /** The postal code prefixes that it serves; all if absent. */
  postalPrefixes?: string[];
  /** Whether it carries dangerous goods. */
  takesHazmat: boolean;
};
export type TaxRate = {
  /** The country. */
  country: string;
  /** The rate in millionths: 57500 is 5.75 %. */
  millionths: number;
  /** Whether core charges are taxed as well. */
  onCore: boolean;
  /** Whether shipping is taxed as well. */
  onShipping: boolean;
  /** The postal code prefixes that it applies to; all others if absent. */
  postalPrefixes?: string[];
  /** The region of the country; if absent, everywhere else in the country. */
  region?: string;
};
export type Rates = {
  /** The number of saves; 0 if never saved. */
  revision: number;
  /** The shipping methods, in display order. */
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
  /** The base price of a parcel, in dollars. */
  base: ChargeDollars;
  countries?: Country[] | null;
  /** The minimum delivery time, in business days. */
  daysFrom: Days;
  /** The maximum delivery time, in business days. */
  daysTo: Days;
  exceptPostalPrefixes?: PostalPrefix[] | null;
  freeFrom?: ChargeDollars | null;
  id?: Id | null;
  maxGrams?: Grams | null;
  /** The name shown to customers. */
  name: ShippingName;
  /** The additional price per kilogram, in dollars, charged by the gram. */
  perKilogram: ChargeDollars;
  postalPrefixes?: PostalPrefix[] | null;
  /** Whether it carries dangerous goods. */
  takesHazmat: Flag;
};
export type Millionths = number | string;
export type TaxRateFields = {
  /** The country. */
  country: Country;
  /** The rate in millionths: 57500 is 5.75 %. */
  millionths: Millionths;
  /** Whether core charges are taxed as well. */
  onCore: Flag;
  /** Whether shipping is taxed as well. */
  onShipping: Flag;
  postalPrefixes?: PostalPrefix[] | null;
  region?: RegionName | null;
};
export type RatesRequest = {
  /** The revision that this edit is based on; 0 if none were saved. */
  revision: SavedRevision;
  /** The shipping methods, in display order. */
  shippingMethods: ShippingMethodFields[];
  /** The taxes: the one with the longest matching postal code prefix applies, else that of the region, else that of the country. */
  taxRates: TaxRateFields[];
};
export type TriedShipping = {
  /** Its id. */
  method: string;
  /** The name shown to customers. */
  name: string;
  /** The price, in dollars; absent if it is not offered. */
  price?: number;
  /** Why it is not offered; absent if it is. */
  refused?: string;
};
export type TriedRates = {
  /** The rate of the tax that applies, in millionths. */
  millionths: number;
  /** Whether shipping is taxed as well. */
  onShipping: boolean;
  /** Each shipping method. */
  shipping: TriedShipping[];
  /** The tax on the goods and their core charges, in dollars. */
  tax?: number;
};
export type TrialRequest = {
  cores?: ChargeDollars | null;
  /** The country. */
  country: Country;
  /** The price of the goods, in dollars. */
  goods: TotalDollars;
  grams?: Grams | null;
  /** Whether it contains dangerous goods. */
  hazmat: Flag;
  postalCode?: PostalCode | null;
  region?: RegionName | null;
};
export type Health = {
  /** Always `ok`. */
  status: HealthStatus;
};
export type Refund = {
  /** Its id. */
  _id: string;
  /** The amount, in dollars. */
  amount: number;
  /** Whether an admin returned the money in another way. */
  byHand: boolean;
  /** When the payment provider made it, or an admin closed it, in UTC; absent until then. */
  doneAt?: string;
  /** When it was decided, in UTC. */
  dueAt: string;
  /** The number of failed attempts at the payment provider. */
  failures: number;
  /** The time of the next attempt at the payment provider, in UTC; absent once it is done. */
  nextTryAt?: string;
  /** An admin's note. */
  note?: string;
  /** The `_id` of the order that the payment was for; deleted orders can have refunds, too. */
  order: string;
  /** The reason. */
  reason: RefundReason;
  /** The payment provider's id of the payment. */
  transactionId: string;
};
export type ReturnCounts = {
  /** Approved; their pieces have not arrived. */
  approved: number;
  /** To be decided. */
  requested: number;
};
export type ReturnPolicy = {
  /** The key of the brand; absent for any. */
  brand?: string;
  /** The key of the category, including those below it; absent for any. */
  category?: string;
  /** The condition; absent for any. */
  condition?: PartCondition;
  /** The terms. */
  terms: ReturnTerms;
};
export type ReturnPolicies = {
  /** The policies, in the order of the admins. */
  policies: ReturnPolicy[];
  /** The number of saves; 0 if never saved. */
  revision: number;
};
export type ReturnDays = number | string;
export type FeePercent = number | string;
export type ReturnShipping = 'shop' | 'customer';
export type ReturnTermsFields = {
  /** For how many days after the day of shipping, in UTC, the parts can be returned. */
  days: ReturnDays;
  restockingPercent?: FeePercent | null;
  /** Whether they can be returned only because the customer does not need them. */
  returnable: Flag;
  shippingPaidBy?: ReturnShipping | null;
};
export type ReturnPolicyFields = {
  brand?: Slug | null;
  category?: Slug | null;
  condition?: Condition | null;
  /** The terms. */
  terms: ReturnTermsFields;
};
export type ReturnPoliciesRequest = {
  /** The policies. The one that names most about a part applies; of several, the one of the closest category; then the first. */
  policies: ReturnPolicyFields[];
  /** The revision that this edit is based on; 0 if none were saved. */
  revision: SavedRevision;
};
export type ReturnAnswer = string;
export type Decision = 'approve' | 'decline' | 'receive' | 'cancel';
export type InspectedLine = {
  damaged?: StockPieces | null;
  /** The number of the order line. */
  line: LineNumber;
  refused?: StockPieces | null;
  restocked?: StockPieces | null;
};
export type ReturnChange = {
  answer?: ReturnAnswer | null;
  /** `approve` or `decline` it, `receive` its pieces, or `cancel` it. Customers may only cancel. */
  decision: Decision;
  lines?: InspectedLine[] | null;
  reason?: ReturnReason | null;
};
export type Review = {
  /** Its id. */
  _id: string;
  /** The author's name. */
  name: string;
  /** Stars, 1 to 5. */
  rating: number;
  /** The text. */
  review: string;
};
export type Stars = number | string;
export type ReviewText = string;
export type NewReview = {
  /** Ignored: the name comes from the account. */
  name?: any;
  /** Stars. */
  rating: Stars;
  /** The text. */
  review: ReviewText;
};
export type ValueCount = {
  /** Number of parts that selecting this value leaves, or adds if others of its kind are selected. */
  count: number;
  /** The value with its unit. */
  value: string;
};
export type AttributeCounts = {
  /** The attribute's name. */
  name: string;
  /** The values, most frequent first: at most 50, plus the selected ones. */
  values: ValueCount[];
};
export type BrandCount = Brand & {
  /** Number of parts that selecting this value leaves, or adds if others of its kind are selected. */
  count: number;
};
export type CategoryCount = Category & {
  /** Number of parts that selecting this value leaves, or adds if others of its kind are selected. */
  count: number;
};
export type ConditionCount = {
  /** The condition. */
  condition: PartCondition;
  /** Number of parts that selecting this value leaves, or adds if others of its kind are selected. */
  count: number;
};
export type PriceRange = {
  /** The highest price, in dollars. */
  max: number;
  /** The lowest price, in dollars. */
  min: number;
};
export type Facets = {
  /** Only if a category is selected. */
  attributes: AttributeCounts[];
  /** Most frequent first: at most 50, plus the selected ones. */
  brands: BrandCount[];
  /** Each before its subcategories. */
  categories: CategoryCount[];
  /** Most frequent first. */
  conditions: ConditionCount[];
  /** Absent if nothing was found. */
  price?: PriceRange;
};
export type NumberHit = {
  /** How the number relates to the part; absent for the part's own number. */
  kind?: PartNumberKind;
  /** The maker that the number belongs to. */
  maker?: string;
  /** The number as it is written. */
  number: string;
  /** The part. */
  part: Part;
};
export type SearchPage = {
  /** The cursor of the next page; absent on the last page. */
  after?: string;
  /** The corrected query that was used because the original found almost nothing. */
  didYouMean?: string;
  /** The counts by filter value. */
  facets: Facets;
  /** How much of the catalog is searchable so far, in percent; absent when all of it is. */
  indexedPercent?: number;
  /** Parts found by number: exact matches, or else numbers that begin with the query. */
  numbers: NumberHit[];
  /** The parts, in the requested order. */
  parts: Part[];
  /** An existing number one typo away from the typed number, if that one finds nothing. */
  similarNumber?: string;
  /** The number of parts on all pages. */
  total: number;
};
export type SuggestedCategory = {
  /** Its key. */
  _id: string;
  /** The names of its parent categories, from the top, followed by its own. */
  path: string[];
};
export type Suggestions = {
  /** Brands with a word in their name that begins with the query. */
  brands: Brand[];
  /** Categories with a word in their name that begins with the query. */
  categories: SuggestedCategory[];
  /** Parts found by number. */
  numbers: NumberHit[];
  /** Parts found by words. */
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
  /** The part's `_id`. */
  _id: string;
  /** The part. */
  part: Part;
  /** The stock level, in pieces, at or below which the part is running low. */
  reorderAt: number;
};
export type Suspension = {
  /** Its key: the model and the part, `honda/civic/01900000-…`. */
  _id: string;
  /** The model's key, `honda/civic`. */
  model: string;
  /** The part's `_id`. */
  part: string;
  /** The reason. */
  reason: string;
  /** When it was suspended, in UTC. */
  since: string;
};
export type SuspensionReason = string;
export type SuspensionFields = {
  /** The reason, for admins only. */
  reason: SuspensionReason;
};
export type UnmatchedPayment = {
  /** The amount paid, in dollars. */
  amount: number;
  /** When an admin decided to refund it, in UTC; absent until then. */
  confirmedAt?: string;
  /** The number of failed refund attempts at the payment provider. */
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
  /** The postal address. */
  address: PostalAddress;
  /** Schools and degrees. */
  education: Education;
  /** The LinkedIn page. */
  linkedin: LinkedInUrl;
  /** The user's name. */
  name: PersonName;
  /** The telephone number. */
  phone: PhoneNumber;
};
export type NamedRole = 'admin';
export type User = {
  /** The user's id. */
  _id: string;
  /** The postal address. */
  address?: string;
  /** Schools and degrees. */
  education?: string;
  /** Whether the identity provider had verified the address at the last sign-in. */
  emailVerified: boolean;
  /** The LinkedIn page. */
  linkedin?: string;
  /** The user's name. */
  name?: string;
  /** The telephone number. */
  phone?: string;
  /** The role; absent for customers. */
  role?: NamedRole;
  /** The email address. */
  user: string;
};
export type AccessToken = {
  /** Valid for at most 15 minutes, and no longer than its session. */
  accessToken: string;
};
export type RegisterRequest = {
  /** The address, as in the path. */
  email?: any;
};
export type OwnCores = {
  /** The number of the order line; 1 is the first. */
  line: number;
  /** The `_id` of the order. */
  order: string;
  /** Why; absent if none were. */
  reason?: string;
  /** Old parts that arrived and are to be inspected. */
  received: number;
  /** Old parts that were refused. */
  refused: number;
};
export type OwnReturn = {
  /** The member's own words; absent if there are none. */
  note?: string;
  /** Its number, printed on its slip. */
  number: string;
  /** The `_id` of its order. */
  order: string;
  /** The number of returned pieces. */
  pieces: number;
  /** The reason. */
  reason: RecordedReason;
  /** When it was requested, in UTC. */
  requestedAt: string;
};
export type StockAlert = {
  /** When it was requested, in UTC. */
  askedAt: string;
  /** The part's `_id`. */
  part: string;
};
export type OwnWithdrawal = {
  /** The email address, as typed. */
  email: string;
  /** The name; absent if not given. */
  name?: string;
  /** The order number, as typed. */
  orderNumber: string;
  /** The parts, in the member's own words; absent for the whole order. */
  parts?: string;
  /** When it was received, in UTC. */
  receivedAt: string;
};
export type PersonalData = {
  /** The saved delivery addresses. */
  addresses: AddressBook;
  /** The cart. */
  cart: Cart;
  /** Old parts that the shop received or refused, newest order first. */
  cores: OwnCores[];
  /** Feedback messages by the member, newest first; empty if the address is not confirmed. */
  feedback: Feedback[];
  /** The saved vehicles. */
  garage: Garage;
  /** When the shop first recorded the member, in UTC. */
  joinedAt: string;
  /** The newsletter subscription; absent if never requested, or if the address is not confirmed. */
  newsletter?: Subscriber;
  /** Orders that are not deleted, newest first. */
  orders: Order[];
  /** Returns of parts, newest first. */
  returns: OwnReturn[];
  /** Reviews by the member, newest first. */
  reviews: Review[];
  /** Stock alerts; empty if the address is not confirmed. */
  stockAlerts: StockAlert[];
  /** The account. */
  user: User;
  /** Withdrawals from contracts, newest first; those that match no order only if the address is confirmed. */
  withdrawals: OwnWithdrawal[];
};
export type WithdrawalOutcome =
  | 'approved'
  | 'not_shipped'
  | 'unknown_order'
  | 'other_email'
  | 'no_right'
  | 'period_over'
  | 'nothing_to_return';
export type Withdrawal = {
  /** Its id. */
  _id: string;
  /** The email address, as typed; not verified. */
  email: string;
  /** The customer's name; absent if not given. */
  name?: string;
  /** The `_id` of the order, if its email address matches. */
  order?: string;
  /** The order number, as typed. */
  orderNumber: string;
  /** What the shop found. */
  outcome: WithdrawalOutcome;
  /** The parts, in the customer's own words; absent for the whole order. */
  parts?: string;
  /** When it was received, in UTC. */
  receivedAt: string;
  /** The number of the return that was created. */
  returnNumber?: string;
};
export type WithdrawalReceipt = {
  /** When it was received, in UTC. */
  receivedAt: string;
};
export type OrderReference = string;
export type WithdrawalStatement = {
  /** The email address of the order, for the acknowledgment. */
  email: EmailAddress;
  name?: PersonName | null;
  /** The order number. */
  orderNumber: OrderReference;
  parts?: ReturnNote | null;
};

/** How long and how large the server lets a value be, from its own document. */
export const addressBookRequestMaxItems = { addresses: 20 };
export const addressLine = { minLength: 1, maxLength: 60 };
export const altText = { minLength: 1, maxLength: 200 };
export const applicationFieldsMaxItems = { conditions: 20 };
export const attributeName = { minLength: 1, maxLength: 60 };
export const attributeUnit = { minLength: 1, maxLength: 20 };
export const attributeValue = { minLength: 1, maxLength: 200 };
export const basisPoints = { minimum: -9900, maximum: 100000 };
export const brandName = { minLength: 1, maxLength: 80 };
export const carrierName = { minLength: 1, maxLength: 60 };
export const cartRequestMaxItems = { lines: 100 };
export const categoryName = { minLength: 1, maxLength: 80 };
export const categoryPosition = { minimum: 0, maximum: 1000000 };
export const changeCount = { minimum: 0, maximum: 10000 };
export const changeDigest = { minLength: 1, maxLength: 100 };
export const chargeDollars = { minimum: 0, maximum: 99999.99 };
export const checkoutRequestMaxItems = { lines: 100 };
export const cityName = { minLength: 1, maxLength: 40 };
export const conditionWords = { minLength: 1, maxLength: 500 };
export const coreRefusal = { minLength: 1, maxLength: 200 };
export const couponCodePattern =
  /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*([Aa][Pp]50)?([ \-]*[2-9A-HJ-NP-Za-hj-np-z]){8}[ \-]*[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;
export const days = { minimum: 0, maximum: 90 };
export const education = { minLength: 1, maxLength: 200 };
export const emailAddress = { minLength: 5, maxLength: 254 };
export const engineKey = { minLength: 1, maxLength: 60 };
export const feePercent = { minimum: 0, maximum: 50 };
export const feedbackMessage = { minLength: 1, maxLength: 2000 };
export const fitTick = { minLength: 1, maxLength: 60 };
export const fitmentEditMaxItems = { applications: 200 };
export const garageRequestMaxItems = { vehicles: 20 };
export const grams = { minimum: 1, maximum: 10000000 };
export const id = { minLength: 36, maxLength: 36 };
export const idempotencyKey = { minLength: 1, maxLength: 255 };
export const imageSource = { minLength: 1, maxLength: 2048 };
export const lineNumber = { minimum: 1, maximum: 100 };
export const linePieces = { minimum: 1, maximum: 1000000000 };
export const linkToken = { minLength: 1, maxLength: 200 };
export const linkedInUrl = { minLength: 20, maxLength: 2048 };
export const listingFieldsMaxItems = { attributes: 60, numbers: 200, pictures: 12 };
export const lookupValue = { minLength: 1, maxLength: 500 };
export const lookupsRequestMaxItems = { lookups: 100 };
export const makerName = { minLength: 1, maxLength: 80 };
export const millimetres = { minimum: 1, maximum: 20000 };
export const millionths = { minimum: 0, maximum: 1000000 };
export const minimumPieces = { minimum: 1, maximum: 1000000 };
export const modelYear = { minimum: 1896, maximum: 2100 };
export const neededPieces = { minimum: 1, maximum: 1000 };
export const newOrderMaxItems = { confirmed: 40 };
export const orderReference = { minLength: 1, maxLength: 40 };
export const packPieces = { minimum: 1, maximum: 10000 };
export const pageLimit = { minimum: 1, maximum: 1000 };
export const partChangesMaxItems = { ids: 500 };
export const partDescription = { minLength: 1, maxLength: 4000 };
export const partNumber = { minLength: 1, maxLength: 48 };
export const partTitle = { minLength: 1, maxLength: 120 };
export const partialRefundMaxItems = { lines: 100 };
export const paymentId = { minLength: 1, maxLength: 255 };
export const personName = { minLength: 1, maxLength: 100 };
export const phoneNumber = { minLength: 3, maxLength: 40, minimum: 100, maximum: 999999999999999 };
export const phoneNumberPattern =
  /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*[ +()./\-]*[0-9][ +()./\-]*[0-9][ +()./\-]*[0-9][0-9 +()./\-]*([ ,;]*([Ee][Xx][Tt]([Nn]|[Ee][Nn][Ss][Ii][Oo][Nn])?|[Xx]|#)[.:]? *[0-9]{1,6})?[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;
export const pieces = { minimum: 1, maximum: 1000000000 };
export const position = { minLength: 1, maxLength: 60 };
export const postalAddress = { minLength: 1, maxLength: 300 };
export const postalCode = { minLength: 1, maxLength: 12 };
export const postalCodePattern = /^[ \-]*[0-9A-Za-z][0-9A-Za-z \-]*$/;
export const postalPrefix = { minLength: 1, maxLength: 10 };
export const postalPrefixPattern = /^[ \-]*[0-9A-Za-z][0-9A-Za-z \-]*$/;
export const priceDollars = { minimum: 0.01, maximum: 999999.99 };
export const quoteRequestMaxItems = { lines: 100 };
export const ratesRequestMaxItems = { shippingMethods: 50, taxRates: 300 };
export const recipientName = { minLength: 1, maxLength: 60 };
export const refundDollars = { minimum: 0.01, maximum: 999999.99 };
export const refundNote = { minLength: 1, maxLength: 200 };
export const regionName = { minLength: 1, maxLength: 40 };
export const removals = { minimum: 0, maximum: 9007199254740991 };
export const requestedPartMaxItems = { confirmed: 40 };
export const returnAnswer = { minLength: 1, maxLength: 500 };
export const returnChangeMaxItems = { lines: 100 };
export const returnDays = { minimum: 1, maximum: 3650 };
export const returnNote = { minLength: 1, maxLength: 1000 };
export const returnPoliciesRequestMaxItems = { policies: 200 };
export const returnRequestMaxItems = { lines: 100 };
export const reviewText = { minLength: 1, maxLength: 2000 };
export const revision = { minimum: 1, maximum: 9007199254740991 };
export const savedRevision = { minimum: 0, maximum: 9007199254740991 };
export const shippedWord = { minLength: 7, maxLength: 7 };
export const shippingMethodFieldsMaxItems = {
  countries: 60,
  exceptPostalPrefixes: 100,
  postalPrefixes: 100,
};
export const shippingName = { minLength: 1, maxLength: 60 };
export const slug = { minLength: 1, maxLength: 60 };
export const stars = { minimum: 1, maximum: 5 };
export const stockChange = { minimum: -1000000000, maximum: 1000000000 };
export const stockNote = { minLength: 1, maxLength: 200 };
export const stockPieces = { minimum: 0, maximum: 1000000000 };
export const supplierCode = { minLength: 1, maxLength: 80 };
export const suspensionReason = { minLength: 1, maxLength: 200 };
export const taxRateFieldsMaxItems = { postalPrefixes: 100 };
export const totalDollars = { minimum: 0, maximum: 999999999.99 };
export const trackingNumber = { minLength: 1, maxLength: 60 };

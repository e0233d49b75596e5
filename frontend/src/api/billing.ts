import { generatedBillingApi } from './contract/generated-billing';

/** Invoices and credit notes. A separate file, because few visits need it. */
export const billingApi = generatedBillingApi.enhanceEndpoints({
  addTagTypes: ['Order'],
  endpoints: {
    // A refund of the order adds a credit note.
    listDocuments: { providesTags: ['Order'] },
  },
});

// What only admins ask for, generated into a file of its own, so that nobody else loads it.
const FOR_ADMINS = ['listUnmatchedPayments', 'refundUnmatchedPayment'];

const endpointOverrides = [
  // Asking again for the same order answers with the same live intent, so reading it is a query.
  { pattern: 'createPaymentIntent', type: 'query' },
];

// The server's own document is the source; API_DOCUMENT points elsewhere when it is not built yet.
module.exports = {
  schemaFile: process.env.API_DOCUMENT ?? '../docs/openapi.json',
  apiFile: './src/api/empty-api.ts',
  apiImport: 'emptyApi',
  hooks: true,
  tag: false,
  encodePathParams: true,
  encodeQueryParams: false,
  outputFiles: {
    './src/api/generated.ts': {
      exportName: 'generatedApi',
      filterEndpoints: (name) => !FOR_ADMINS.includes(name),
      endpointOverrides,
    },
    './src/api/generated-admin.ts': {
      exportName: 'generatedAdminApi',
      filterEndpoints: (name) => FOR_ADMINS.includes(name),
    },
  },
};

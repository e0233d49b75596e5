// The server's own document is the source; API_DOCUMENT points elsewhere when it is not built yet.
module.exports = {
  schemaFile: process.env.API_DOCUMENT ?? '../docs/openapi.json',
  apiFile: './src/api/empty-api.ts',
  apiImport: 'emptyApi',
  outputFile: './src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: true,
  tag: false,
  encodePathParams: true,
  encodeQueryParams: false,
  endpointOverrides: [
    // Asking again for the same order answers with the same live intent, so reading it is a query.
    { pattern: 'createPaymentIntent', type: 'query' },
  ],
};

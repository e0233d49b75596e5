/** Lets the tests act as the provider's dashboard and the customers' banks. */
export const SANDBOX_SECRET_KEY = process.env.SANDBOX_SECRET_KEY ?? 'sk_test_journeys';

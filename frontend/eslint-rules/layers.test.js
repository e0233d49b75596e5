import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import { layers } from './layers.js';

RuleTester.describe = describe;
RuleTester.it = it;

const at = (filename, code) => ({ filename: `/shop/frontend/src/${filename}`, code });
const refused = (filename, code) => ({
  ...at(filename, code),
  errors: [{ messageId: 'crossing' }],
});

new RuleTester().run('layers', layers, {
  valid: [
    at('app/router.tsx', "import '../features/orders/my-orders-page'"),
    at('features/orders/my-orders-page.tsx', "import '../../api/index'"),
    at('features/orders/my-orders-page.tsx', "import './order-status'"),
    at('api/contract/base-query.ts', "import '../../lib/session/session-slice'"),
    at('api/contract/base-query.ts', "import('../session/renewal')"),
    at('api/contract/base-query.test.ts', "import '../session/guests'"),
    at('api/admin.ts', "import './contract/problem'"),
    at('api/session/exchange.ts', "import('../../lib/firebase/auth')"),
    at('api/session/own-orders.ts', "import '../pages'"),
    at('api/sync/garage-sync.ts', "import '../session/access-token'"),
    at('lib/firebase/auth.ts', "import 'firebase/auth'"),
    at('features/payments/load-payments.ts', "import('@stripe/stripe-js/pure')"),
    at('ui/spinner.tsx', "import 'react'"),
    at('ui/spinner.tsx', "import '../api/contract/generated-types'"),
    at('lib/orders.ts', "import '../api/contract/generated-types'"),
    at('features/orders/my-orders-page.test.tsx', "import '../../testing/fixtures'"),
    at('features/orders/purchase/testing.tsx', "import '../../../testing/fixtures'"),
    at('testing/test-shop.tsx', "import '../api/contract/empty-api'"),
    { filename: '/shop/frontend/e2e/journey.spec.ts', code: "import '../src/lib/texts'" },
  ],
  invalid: [
    refused('features/orders/my-orders-page.tsx', "import '../payments/payment-page'"),
    refused('features/orders/my-orders-page.tsx', "import('../payments/payment-page')"),
    refused('features/orders/my-orders-page.tsx', "import '../../app/store'"),
    refused('features/orders/my-orders-page.tsx', "import '../../testing/fixtures'"),
    refused('ui/spinner.tsx', "import '../api/index'"),
    refused('ui/spinner.tsx', "import '../api/contract/generated'"),
    refused('lib/session/session-slice.ts', "export * from '../../api/index'"),
    refused('api/admin.ts', "import '../ui/spinner'"),
    refused('api/contract/base-query.ts', "import '../session/renewal'"),
    refused('api/contract/generated.ts', "import '../home'"),
    refused('api/contract/empty-api.ts', "import('../sync/cart-sync')"),
    refused('api/pages.ts', "import './session/own-orders'"),
    refused('api/session/close-session.ts', "import '../sync/cart-sync'"),
    refused('features/accounts/signin-page.tsx', "import 'firebase/auth'"),
    refused('features/orders/my-orders-page.tsx', "import '@stripe/react-stripe-js'"),
  ],
});

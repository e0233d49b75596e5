import type { Stripe } from '@stripe/stripe-js';
import { SandboxCardElement } from './card-element';
import { faultWhenSubmitted } from './card-rules';
import { askChallenge } from './challenge-dialog';

interface CardPayment {
  card: SandboxCardElement;
  billing_details?: object;
}

interface ConfirmData {
  payment_method?: string | CardPayment;
}

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** The elements group: at most one card field at a time, as in the real one. */
function elementsGroup() {
  let card: SandboxCardElement | null = null;
  return {
    create(type: string, options: { disabled?: boolean } = {}) {
      if (type !== 'card') throw new Error(`sandbox: there is only a card field, not ${type}`);
      if (card) throw new Error('sandbox: the card field exists already');
      card = new SandboxCardElement(options, () => {
        card = null;
      });
      return card;
    },
    getElement: () => card,
    update: () => undefined,
    fetchUpdates: () => Promise.resolve({}),
    on: () => undefined,
    off: () => undefined,
  };
}

/**
 * The part of Stripe.js that `<Elements>` and the payment page use, connected to the shop's own
 * sandbox provider. The same page code pays with either.
 */
export function createSandboxStripe(publishableKey: string, apiBase: string): Stripe {
  const provider = new ProviderCalls(apiBase, publishableKey);

  async function createPaymentMethod({ card, billing_details }: CardPayment) {
    if (!card.mounted) throw new Error('sandbox: the card field is not on the page');
    const { number, expiry, code } = card.values;
    const error = faultWhenSubmitted(card.values);
    if (error) return { error };
    const answer = await provider.post<{ id: string }>('/payment_methods', {
      type: 'card',
      card: {
        number,
        exp_month: expiry.slice(0, 2),
        exp_year: `20${expiry.slice(2)}`,
        cvc: code,
      },
      billing_details,
    });
    return 'error' in answer ? { error: answer.error } : { paymentMethod: answer.value };
  }

  async function confirmCardPayment(clientSecret: string, { payment_method }: ConfirmData = {}) {
    const intent = /^(pi_[A-Za-z0-9]+)_secret_/.exec(clientSecret)?.[1];
    if (intent === undefined) throw new Error('sandbox: this is not a client secret');

    let method = payment_method;
    if (typeof method === 'object') {
      const created = await createPaymentMethod(method);
      if ('error' in created) return created;
      method = created.paymentMethod.id;
    }
    const confirmed = await provider.post<ProviderIntent>(`/payment_intents/${intent}/confirm`, {
      client_secret: clientSecret,
      payment_method: method,
    });
    if ('error' in confirmed) return { error: confirmed.error };
    return confirmed.value.status === 'requires_action'
      ? authenticate(intent, clientSecret)
      : { paymentIntent: confirmed.value };
  }

  async function authenticate(intent: string, clientSecret: string) {
    const success = await askChallenge();
    const answer = await provider.post<ProviderIntent>(`/payment_intents/${intent}/_authenticate`, {
      client_secret: clientSecret,
      success,
    });
    if ('error' in answer) return { error: answer.error };
    if (answer.value.status !== 'requires_payment_method') return { paymentIntent: answer.value };
    return {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: NOT_AUTHENTICATED,
        payment_intent: answer.value,
      },
    };
  }

  async function retrievePaymentIntent(clientSecret: string) {
    const [intent = ''] = clientSecret.split('_secret_');
    const answer = await provider.get<ProviderIntent>(`/payment_intents/${intent}`, {
      client_secret: clientSecret,
    });
    return 'error' in answer ? { error: answer.error } : { paymentIntent: answer.value };
  }

  const sandbox = {
    elements: elementsGroup,
    createPaymentMethod,
    confirmCardPayment,
    retrievePaymentIntent,
    createToken: () =>
      Promise.resolve({
        error: { type: 'invalid_request_error', message: 'sandbox: tokens are not supported' },
      }),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
  // Stripe's type has a hundred more members; only those above are ever called.
  return sandbox as unknown as Stripe;
}

/** Calls to the sandbox provider, with the paths, form bodies and responses of the real one. */
interface ProviderError {
  type: string;
  code?: string;
  message?: string;
  payment_intent?: ProviderIntent;
}

interface ProviderIntent {
  id: string;
  status: string;
}

type Answer<T> = { value: T } | { error: ProviderError };

const TIMEOUT_MS = 30_000;

const NO_CONNECTION: ProviderError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. ' +
    'Please check your internet connection and try again.',
};

/** `{a: {b: 'c'}}` as `a[b]=c`; null and undefined values are omitted. There are no numbers. */
function formEncode(fields: object): URLSearchParams {
  const body = new URLSearchParams();
  const add = (value: unknown, name: string) => {
    if (value === null || value === undefined) return;
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) {
        add(inner, name === '' ? key : `${name}[${key}]`);
      }
    } else if (typeof value === 'string' || typeof value === 'boolean') {
      body.set(name, String(value));
    }
  };
  add(fields, '');
  return body;
}

class ProviderCalls {
  constructor(
    private readonly base: string,
    private readonly publishableKey: string,
  ) {}

  post<T>(path: string, fields: object): Promise<Answer<T>> {
    return this.call(path, {
      method: 'POST',
      body: formEncode({ ...fields, key: this.publishableKey }),
    });
  }

  get<T>(path: string, fields: object): Promise<Answer<T>> {
    const query = formEncode({ ...fields, key: this.publishableKey });
    return this.call(`${path}?${query.toString()}`, { method: 'GET' });
  }

  private async call<T>(path: string, init: RequestInit): Promise<Answer<T>> {
    try {
      const response = await fetch(this.base + path, {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = (await response.json()) as T | { error: ProviderError };
      return typeof body === 'object' && body !== null && 'error' in body ? body : { value: body };
    } catch {
      return { error: NO_CONNECTION };
    }
  }
}

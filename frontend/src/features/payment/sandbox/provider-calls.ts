/** Calls to the sandbox provider: the paths, form bodies and answers of the real one. */
export interface ProviderError {
  type: string;
  code?: string;
  message?: string;
  payment_intent?: ProviderIntent;
}

export interface ProviderIntent {
  id: string;
  status: string;
}

export type Answer<T> = { value: T } | { error: ProviderError };

const TIMEOUT_MS = 30_000;

const NO_CONNECTION: ProviderError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. ' +
    'Please check your internet connection and try again.',
};

/** `{a: {b: 'c'}}` as `a[b]=c`; what is null or undefined is left out. There are no numbers. */
export function formEncode(fields: object): URLSearchParams {
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

export class ProviderCalls {
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

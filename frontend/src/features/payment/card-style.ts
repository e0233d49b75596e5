import type { StripeCardElementOptions } from '@stripe/stripe-js';

/** The colour a token has right now: the provider's frame cannot see the page's variables. */
function colourOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export function cardOptions(): StripeCardElementOptions {
  return {
    hidePostalCode: true,
    style: {
      base: {
        fontSize: '16px',
        color: colourOf('--ink'),
        '::placeholder': { color: colourOf('--ink-muted') },
      },
      invalid: { color: colourOf('--danger') },
    },
  };
}

import {
  EXPIRY_LENGTH,
  NUMBER_LENGTH,
  faultWhenSubmitted,
  faultWhileTyping,
  type CardValues,
} from './card-rules';

type Listener = (event: Record<string, unknown>) => void;

type CardInputs = Record<'number' | 'expiry' | 'code', HTMLInputElement>;

interface CardOptions {
  disabled?: boolean;
}

const digits = (text: string, length: number) => text.replace(/\D/g, '').slice(0, length);
const inFours = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');
const asExpiry = (expiry: string) =>
  expiry.length > 2 ? `${expiry.slice(0, 2)} / ${expiry.slice(2)}` : expiry;

/**
 * The card field: the provider shows it in its own iframes, the sandbox as plain inputs in the
 * page. It must survive being mounted, unmounted and mounted again.
 */
export class SandboxCardElement {
  private readonly listeners = new Map<string, Set<Listener>>();
  private inputs: CardInputs | null = null;
  private root: HTMLElement | null = null;

  constructor(
    private options: CardOptions,
    private readonly onDestroy: () => void,
  ) {}

  get mounted(): boolean {
    return this.inputs !== null;
  }

  get values(): CardValues {
    return {
      number: digits(this.inputs?.number.value ?? '', NUMBER_LENGTH),
      expiry: digits(this.inputs?.expiry.value ?? '', EXPIRY_LENGTH),
      code: digits(this.inputs?.code.value ?? '', 4),
    };
  }

  private get all(): HTMLInputElement[] {
    return this.inputs ? Object.values(this.inputs) : [];
  }

  on(name: string, listener: Listener): this {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(listener));
    return this;
  }

  once(name: string, listener: Listener): this {
    const wrapped: Listener = (event) => {
      this.off(name, wrapped);
      listener(event);
    };
    return this.on(name, wrapped);
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.listeners.get(name)?.delete(listener);
    else this.listeners.delete(name);
    return this;
  }

  mount(target: string | HTMLElement): void {
    const parent = typeof target === 'string' ? document.querySelector(target) : target;
    if (this.root || !parent) return;
    this.inputs = {
      number: this.input('Card number', '1234 1234 1234 1234', 'cc-number', 19),
      expiry: this.input('Expiry date, MM / YY', 'MM / YY', 'cc-exp', 7),
      code: this.input('Security code', 'CVC', 'cc-csc', 4),
    };
    this.root = document.createElement('div');
    this.root.className = 'sandbox-card';
    this.root.append(...this.all);
    this.applyOptions();
    parent.append(this.root);
    queueMicrotask(() => {
      this.emit('ready', {});
    });
  }

  update(options: CardOptions): this {
    this.options = { ...this.options, ...options };
    this.applyOptions();
    return this;
  }

  focus(): void {
    this.inputs?.number.focus();
  }

  blur(): void {
    for (const input of this.all) input.blur();
  }

  clear(): void {
    for (const input of this.all) input.value = '';
    this.announce();
  }

  unmount(): void {
    this.root?.remove();
    this.root = null;
    this.inputs = null;
  }

  destroy(): void {
    this.unmount();
    this.listeners.clear();
    this.onDestroy();
  }

  private input(label: string, placeholder: string, autocomplete: AutoFill, maxLength: number) {
    const input = document.createElement('input');
    Object.assign(input, { placeholder, autocomplete, maxLength, inputMode: 'numeric' });
    input.setAttribute('aria-label', label);
    input.addEventListener('input', (event) => {
      this.tidy();
      this.announce();
      if (event instanceof InputEvent && event.inputType.startsWith('insert')) this.moveOn(input);
    });
    for (const name of ['focus', 'blur']) {
      input.addEventListener(name, () => {
        this.emit(name, {});
      });
    }
    return input;
  }

  /**
   * A complete field moves the focus to the next one, as in the provider's own form, unless it is
   * invalid.
   */
  private moveOn(from: HTMLInputElement) {
    if (!this.inputs || faultWhileTyping(this.values) !== undefined) return;
    const { number, expiry, code } = this.inputs;
    const isAtEnd = from.selectionStart === null || from.selectionStart === from.value.length;
    if (!isAtEnd) return;
    if (from === number && this.values.number.length === NUMBER_LENGTH) expiry.focus();
    if (from === expiry && this.values.expiry.length === EXPIRY_LENGTH) code.focus();
  }

  private applyOptions() {
    for (const input of this.all) {
      input.disabled = this.options.disabled ?? false;
    }
  }

  private tidy() {
    if (!this.inputs) return;
    const { number, expiry, code } = this.values;
    // Only on a change, because writing moves the caret.
    const write = (input: HTMLInputElement, text: string) => {
      if (input.value !== text) input.value = text;
    };
    write(this.inputs.number, inFours(number));
    write(this.inputs.expiry, asExpiry(expiry));
    write(this.inputs.code, code);
  }

  private announce() {
    const values = this.values;
    this.emit('change', {
      empty: Object.values(values).every((value) => value === ''),
      complete: faultWhenSubmitted(values) === undefined,
      error: faultWhileTyping(values),
      brand: values.number.startsWith('4') ? 'visa' : 'unknown',
      value: { postalCode: '' },
    });
  }

  private emit(name: string, event: Record<string, unknown>) {
    for (const listener of [...(this.listeners.get(name) ?? [])]) {
      listener({ elementType: 'card', ...event });
    }
  }
}

/**
 * The provider's popup communicates with a hidden helper iframe through Google's `gapi.iframes`,
 * which is normally loaded from Google. The embedded identity service has no other host to load
 * from, so this module implements the few calls the provider's client makes on `window.gapi`, over
 * postMessage. The server's helper page uses the same messages: {tag, kind: 'req' | 'res', id,
 * name, data}.
 */
const TAG = '__gapi_shim';
const PING_EVERY_MS = 100;

interface Message {
  tag: typeof TAG;
  kind: 'req' | 'res';
  id: number;
  name?: string;
  data: unknown;
}

type Handler = (data: unknown) => unknown;
type Callback = (answer: unknown) => void;

interface OpenOptions {
  url: string;
  where: HTMLElement;
  attributes?: Record<string, string | Partial<CSSStyleDeclaration>>;
}

const frames = new Map<MessageEventSource, HelperFrame>();
const waiting = new Map<number, Callback>();
let lastId = 0;

class HelperFrame {
  readonly handlers = new Map<string, Handler>();

  constructor(private readonly target: Window) {}

  register(name: string, handler: Handler) {
    this.handlers.set(name, handler);
  }

  unregister(name: string) {
    this.handlers.delete(name);
  }

  restyle() {
    return Promise.resolve();
  }

  send(name: string, data: unknown, callback?: Callback) {
    lastId += 1;
    if (callback) waiting.set(lastId, callback);
    this.post({ tag: TAG, kind: 'req', id: lastId, name, data });
  }

  /** Repeats until the iframe has loaded far enough to respond. */
  ping(callback?: Callback): Promise<unknown> {
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        this.send('_ping', null, (answer) => {
          clearInterval(timer);
          callback?.(answer);
          resolve(answer);
        });
      }, PING_EVERY_MS);
    });
  }

  post(message: Message) {
    this.target.postMessage(message, location.origin);
  }
}

function open(options: OpenOptions, callback: (frame: HelperFrame) => unknown) {
  const element = document.createElement('iframe');
  element.src = options.url;
  element.title = 'Sign-in helper';
  element.hidden = true;
  options.where.append(element);
  if (!element.contentWindow) throw new Error('the sign-in helper frame has no window');
  const frame = new HelperFrame(element.contentWindow);
  frames.set(element.contentWindow, frame);
  return Promise.resolve(callback(frame));
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'tag' in data && data.tag === TAG;
}

window.addEventListener('message', (event) => {
  const frame = event.source ? frames.get(event.source) : undefined;
  if (!frame || event.origin !== location.origin || !isMessage(event.data)) return;
  const { kind, id, name, data } = event.data;
  if (kind === 'res') {
    const callback = waiting.get(id);
    waiting.delete(id);
    try {
      callback?.(data);
    } catch {
      // The SDK throws from one of its callbacks after its work is done; Google's own script
      // ignores that too.
    }
    return;
  }
  const handler = frame.handlers.get(name ?? '');
  if (!handler) return;
  void Promise.resolve(handler(data)).then((answer) => {
    frame.post({ tag: TAG, kind: 'res', id, data: [answer] });
  });
});

export {};

declare global {
  interface Window {
    gapi?: unknown;
  }
}

window.gapi = {
  load: (_: string, ready: (() => void) | { callback: () => void }) => {
    setTimeout(typeof ready === 'function' ? ready : ready.callback, 0);
  },
  iframes: { Iframe: HelperFrame, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => ({ open }) },
};

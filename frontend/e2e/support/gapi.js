// A stub for https://apis.google.com/js/api.js, for a browser that reaches only this machine. Both
// the page around the emulator's helper iframe and the iframe load it; the two communicate over
// postMessage, in requests {tag, id, name, data} and answers {tag, answerTo, data}.
(() => {
  'use strict';

  const TAG = 'gapi stand-in';
  const PING_EVERY_MS = 100;
  const peers = new Map();
  const waiting = new Map();
  let lastId = 0;

  class Peer {
    handlers = new Map([['ping', () => true]]);

    constructor(its) {
      this.window = its;
      peers.set(its, this);
    }

    register(name, handler) {
      this.handlers.set(name, handler);
    }

    unregister(name) {
      this.handlers.delete(name);
    }

    restyle() {
      return Promise.resolve();
    }

    send(name, data, callback) {
      lastId += 1;
      if (callback) waiting.set(lastId, callback);
      this.window.postMessage({ tag: TAG, id: lastId, name, data }, '*');
    }

    /** Repeats until the iframe has loaded far enough to respond. */
    ping(callback) {
      return new Promise((resolve) => {
        const timer = setInterval(() => {
          this.send('ping', null, (answer) => {
            clearInterval(timer);
            callback?.(answer);
            resolve(answer);
          });
        }, PING_EVERY_MS);
      });
    }
  }

  async function answer(peer, { id, name, data }) {
    const handler = peer.handlers.get(name);
    if (!handler) return;
    peer.window.postMessage({ tag: TAG, answerTo: id, data: [await handler(data)] }, '*');
  }

  function hear({ answerTo, data }) {
    const callback = waiting.get(answerTo);
    waiting.delete(answerTo);
    try {
      callback?.(data);
    } catch {
      // The SDK throws from one of its callbacks after its work is done; Google's own script
      // ignores that too.
    }
  }

  window.addEventListener('message', ({ source, data }) => {
    const peer = peers.get(source);
    if (!peer || data?.tag !== TAG) return;
    if (data.answerTo === undefined) void answer(peer, data);
    else hear(data);
  });

  const context = {
    open(options, callback) {
      const frame = document.createElement('iframe');
      frame.src = options.url;
      frame.title = 'Sign-in helper';
      frame.hidden = true;
      options.where.append(frame);
      return Promise.resolve(callback(new Peer(frame.contentWindow)));
    },
    getParentIframe: () => new Peer(window.parent),
  };

  window.gapi = {
    load: (_, ready) => setTimeout(typeof ready === 'function' ? ready : ready.callback, 0),
    iframes: { Iframe: Peer, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  };

  const onload = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload';
  window[onload]?.();
})();

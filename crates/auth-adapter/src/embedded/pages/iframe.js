// The hidden frame: passes messages of the pop-up on to the page around it. They have the format
// {tag, kind: 'req' | 'res', id, name, data}; the page's side replaces Google's gapi.iframes.
(() => {
  'use strict';

  const TAG = '__gapi_shim';
  const NOTHING_YET = { type: 'unknown', error: { code: 'auth/no-auth-event' } };
  const answers = {
    _ping: () => true,
    webStorageSupport: () => ({ status: 'ACK', webStorageSupport: true }),
  };
  let lastId = 0;

  function post(message) {
    window.parent.postMessage({ tag: TAG, ...message }, location.origin);
  }

  function tell(authEvent) {
    lastId += 1;
    post({ kind: 'req', id: lastId, name: 'authEvent', data: { type: 'authEvent', authEvent } });
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || typeof data !== 'object' || data === null) return;
    if (data.eventType === 'sendAuthEvent') {
      tell(data.data.authEvent);
    } else if (source === window.parent && data.tag === TAG && data.kind === 'req') {
      const answer = Object.hasOwn(answers, data.name) ? answers[data.name]() : undefined;
      if (answer !== undefined) post({ kind: 'res', id: data.id, data: [answer] });
    }
  });

  tell(NOTHING_YET);
})();

// The pop-up: hands the chosen account to the hidden frame of the page that opened it.
(() => {
  'use strict';

  const query = new URLSearchParams(location.search);
  const alertBox = document.getElementById('alert');
  const form = document.getElementById('new-account');
  const addButton = document.querySelector('.js-new-account');
  const email = document.getElementById('email-input');
  const emailError = document.getElementById('email-error');
  const displayName = document.getElementById('display-name-input');

  function showError(text) {
    alertBox.textContent = text;
    alertBox.hidden = false;
  }

  // The frame of the app that opened the pop-up; frames of other hosts cannot be read.
  function helperFrame() {
    if (!window.opener) return null;
    for (let index = 0; index < window.opener.frames.length; index += 1) {
      const frame = window.opener.frames[index];
      try {
        const params = new URLSearchParams(frame.location.search);
        const same = ['apiKey', 'appName'].every((name) => params.get(name) === query.get(name));
        if (same && frame.location.pathname === '/emulator/auth/iframe') return frame;
      } catch {
        // Another host's frame.
      }
    }
    return null;
  }

  function signIn(account) {
    const frame = helperFrame();
    if (!frame) {
      showError("Open this window from the shop's sign-in page.");
      return;
    }
    const answer = new URLSearchParams({
      providerId: query.get('providerId') ?? '',
      id_token: JSON.stringify(account),
    });
    const authEvent = {
      type: query.get('authType'),
      eventId: query.get('eventId'),
      urlResponse: `${location.origin}${location.pathname}?${answer}`,
      sessionId: 'sandbox',
      postBody: '',
      tenantId: null,
      error: null,
    };
    frame.postMessage({ eventType: 'sendAuthEvent', data: { authEvent } }, location.origin);
  }

  function newSubject() {
    const digits = crypto.getRandomValues(new Uint32Array(2));
    return Array.from(digits, (part) => String(part).padStart(10, '0')).join('');
  }

  function openForm() {
    form.hidden = false;
    addButton.setAttribute('aria-expanded', 'true');
    email.focus();
  }

  for (const button of document.querySelectorAll('.js-reuse-account')) {
    const { sub, email: address, name } = button.dataset;
    button.addEventListener('click', () => signIn({ sub, email: address, name, email_verified: true }));
  }

  addButton.addEventListener('click', openForm);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = email.value.trim() === '' ? 'Email is required' : 'Provide a valid email';
    const valid = email.value.trim() !== '' && email.validity.valid;
    emailError.textContent = valid ? '' : wrong;
    email.setAttribute('aria-invalid', String(!valid));
    if (!valid) {
      email.focus();
      return;
    }
    signIn({
      sub: newSubject(),
      email: email.value.trim(),
      name: displayName.value.trim(),
      email_verified: true,
    });
  });

  if (!document.querySelector('.js-reuse-account')) document.getElementById('accounts').hidden = true;
  if (!window.opener) showError("Open this window from the shop's sign-in page.");
})();

/**
 * The bank's challenge for the 3D Secure test cards. Resolves to whether the customer passed it.
 */
export function askChallenge(): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.className = 'challenge';
    dialog.setAttribute('aria-labelledby', 'challenge-title');

    const title = document.createElement('h2');
    title.id = 'challenge-title';
    title.textContent = '3D Secure test page';
    const note = document.createElement('p');
    note.textContent = 'Sandbox: no bank is contacted.';

    // Leaving the page cancels the challenge, or it would cover the next page and could still pay.
    const leave = () => {
      close(false);
    };
    const close = (passed: boolean) => {
      window.removeEventListener('popstate', leave);
      dialog.close();
      dialog.remove();
      resolve(passed);
    };
    const button = (label: string, look: string, passed: boolean) => {
      const element = document.createElement('button');
      element.type = 'button';
      element.className = look;
      element.textContent = label;
      element.addEventListener('click', () => {
        close(passed);
      });
      return element;
    };

    const actions = document.createElement('div');
    actions.className = 'actions';
    const complete = button('Complete authentication', 'btn btn-primary', true);
    actions.append(button('Fail authentication', 'btn', false), complete);
    dialog.append(title, note, actions);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close(false);
    });
    window.addEventListener('popstate', leave);
    document.body.append(dialog);
    dialog.showModal();
    complete.focus();
  });
}

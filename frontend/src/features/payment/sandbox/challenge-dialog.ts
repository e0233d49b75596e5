/** The bank's question of the 3D Secure test cards. Resolves to whether the customer passed it. */
export function askChallenge(): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.className = 'challenge';
    dialog.setAttribute('aria-label', '3D Secure test page');

    const title = document.createElement('h2');
    title.textContent = '3D Secure test page';
    const note = document.createElement('p');
    note.textContent = 'Sandbox: no bank is contacted.';

    const close = (passed: boolean) => {
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
    actions.append(
      button('Complete authentication', 'btn btn-primary', true),
      button('Fail authentication', 'btn', false),
    );
    dialog.append(title, note, actions);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close(false);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

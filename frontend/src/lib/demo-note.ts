const READ = 'demoRead';

/** Whether the demo note was dismissed in this tab. */
export function wasRead(): boolean {
  try {
    return sessionStorage.getItem(READ) !== null;
  } catch {
    return false;
  }
}

export function rememberRead(): void {
  try {
    sessionStorage.setItem(READ, '1');
  } catch {
    // A browser may refuse storage; the note then returns with the next page.
  }
}

const READ = 'demoRead';

/** Whether the note that nothing here is real was put away in this tab. */
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
    // A browser may refuse storage: it comes back with the next page, then.
  }
}

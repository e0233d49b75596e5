const WEB = ['https:', 'http:'];

/** The address if following it is harmless: a web page, never a script. Null for everything else. */
export function safeLink(text: string): string | null {
  try {
    const address = new URL(text);
    return WEB.includes(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}

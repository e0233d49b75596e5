/** Whose access token this is, as the token itself says; null when it cannot be read. */
export function ownerOf(token: string): string | null {
  try {
    const [, claims = ''] = token.split('.');
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown;
    };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** Whether one token takes the place of another for the same person. No proof: the server decides. */
export function haveSameOwner(one: string, other: string): boolean {
  const owner = ownerOf(one);
  return owner !== null && owner === ownerOf(other);
}

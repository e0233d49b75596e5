/** The place of a part's line on the page of the cart. */
export const lineAnchor = (part: string) => `line-${part}`;

export interface Stock {
  available: number;
  minOrderQuantity: number;
}

/** Fewer pieces than the least that may be ordered: nobody can order it now. */
export const isSoldOut = ({ available, minOrderQuantity }: Stock) => available < minOrderQuantity;

export interface Stock {
  available: number;
  minOrderQuantity: number;
  /** How many pieces are sold together; absent when they are sold one by one. */
  pack?: number;
}

/** Fewer pieces than the least that may be ordered: nobody can order it now. */
export const isSoldOut = ({ available, minOrderQuantity }: Stock) => available < minOrderQuantity;

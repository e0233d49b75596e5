export interface Stock {
  available: number;
  minOrderQuantity: number;
  /** Pieces per pack; undefined if they are sold individually. */
  pack?: number;
}

/** The stock is below the minimum order, so the part cannot be ordered now. */
export const isSoldOut = ({ available, minOrderQuantity }: Stock) => available < minOrderQuantity;

import type { Part } from '../../api/generated';

/** Fewer pieces than the least that may be ordered: nobody can order it now. */
export const isSoldOut = ({ available, minOrderQuantity }: Part) => available < minOrderQuantity;

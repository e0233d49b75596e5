/**
 * Values that browser translators must not change. Each has its own element, because a translator
 * may change, move or drop values within other text (ADR 0047). The lint rule `shop/exact-values`
 * requires these components.
 */
import { formatCount, formatDollars } from '../../lib/format';
import { Untranslated } from './untranslated';

interface ExactProps {
  value: string | number;
  /** The displayed text, if it differs from the value. */
  children?: string;
}

/** A number without formatting, or an order or part number. */
export function Exact({ value, children = String(value) }: ExactProps) {
  return <Untranslated value={value}>{children}</Untranslated>;
}

/** `$3.40`, `−$3.40` */
export function Money({ dollars }: { dollars: number }) {
  return (
    <Exact value={dollars}>{`${dollars < 0 ? '−' : ''}${formatDollars(Math.abs(dollars))}`}</Exact>
  );
}

interface CountProps {
  of: number;
  /** `of` is only a lower bound: `1,000+`. */
  more?: boolean;
}

/** `12,345` */
export function Count({ of, more = false }: CountProps) {
  return <Exact value={of}>{`${formatCount(of)}${more ? '+' : ''}`}</Exact>;
}

interface ThingsProps extends CountProps {
  one: string;
  many: string;
}

/** `1 order`, `2 orders`, `1,000+ orders`. */
export function Things({ of, more = false, one, many }: ThingsProps) {
  return (
    <>
      <Count of={of} more={more} /> {of === 1 && !more ? one : many}
    </>
  );
}

/** `1 part`, `2 parts`. */
export function Parts({ of }: { of: number }) {
  return <Things of={of} one="part" many="parts" />;
}

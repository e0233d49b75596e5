interface UntranslatedProps {
  value: string | number;
  children: string;
}

/** An element that translators leave alone. For `exact.tsx` only. */
export function Untranslated({ value, children }: UntranslatedProps) {
  return (
    <data value={value} translate="no">
      {children}
    </data>
  );
}

import { Button } from './button';

interface CsvButtonProps {
  busy: boolean;
  /** A description for screen readers: "these orders". */
  what: string;
  onClick: () => void;
}

/** Saves the page's data as a file. */
export const CsvButton = ({ busy, what, onClick }: CsvButtonProps) => (
  <div className="csv">
    <Button busy={busy} aria-label={`CSV: download ${what}`} onClick={onClick}>
      CSV
    </Button>
  </div>
);

import { Button } from '../controls/button';
import { FieldError } from '../forms/field-error';

interface NotFetchedProps {
  /** What became of what was typed. */
  children: string;
  /** Before the page goes. */
  onReload?: () => void;
}

/** Code of the shop could not be fetched: a new version may have taken its place, which only loading anew helps against. */
export function NotFetched({ children, onReload }: NotFetchedProps) {
  return (
    <div>
      <FieldError>
        {`${children} Your connection may be down, or the shop has just been updated.`}
      </FieldError>
      <Button
        size="small"
        onClick={() => {
          onReload?.();
          window.location.reload();
        }}
      >
        Reload
      </Button>
    </div>
  );
}

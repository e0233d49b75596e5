import { Button } from '../controls/button';
import { FieldError } from '../forms/field-error';

interface NotFetchedProps {
  /** What happened to the user's input. */
  children: string;
  /** Called before the page reloads. */
  onReload?: () => void;
}

/** Shown when a script failed to load. After an update of the shop, only a reload helps. */
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

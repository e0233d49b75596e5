import { Button } from '../controls/button';
import { FieldError } from '../forms/field-error';

interface NotFetchedProps {
  /** What happened to the user's input. */
  children: string;
  /** Called before the page reloads. */
  onReload?: () => void;
}

/** Code of the shop failed to load: a new version may have replaced it, which requires a reload. */
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

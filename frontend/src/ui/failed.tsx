import { Blank } from './blank';
import { RetryButton } from './retry-button';
import { useLookAgain } from './use-look-again';

interface FailedProps {
  title: string;
  level?: 1 | 2 | 3;
  /** What went wrong, in plain words. */
  children: string;
  onRetry: () => unknown;
  retrying?: boolean;
  /** Looks again by itself, too: for a section of a page that is worth reading without it. */
  patient?: boolean;
}

/** Something that should be here did not arrive. */
export function Failed(props: FailedProps) {
  const { title, level, children, onRetry, retrying = false, patient = false } = props;
  useLookAgain(patient, onRetry);
  return (
    <Blank
      title={title}
      level={level}
      announced
      action={<RetryButton retrying={retrying} onRetry={onRetry} />}
    >
      {children}
    </Blank>
  );
}

import { Star } from 'lucide-react';
import { useId } from 'react';
import { stars } from '../../api/contract/generated-types';
import { FieldError } from './field-error';
import { useTextValue } from './text-field';

interface RatingFieldProps {
  name: string;
  label: string;
}

const RATINGS = Array.from({ length: stars.maximum }, (_, index) => String(index + 1));

/** A choice of stars: radio buttons, for arrow keys and screen readers. */
export function RatingField({ name, label }: RatingFieldProps) {
  const { value, locked, error, setValue } = useTextValue(name);
  const id = useId();
  return (
    <div
      className="field"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required="true"
      aria-disabled={locked || undefined}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <span className="label-text" id={`${id}-label`}>
        {label}
      </span>
      <div className="rating">
        {RATINGS.map((rating) => (
          <label key={rating} data-filled={rating <= value || undefined}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={rating}
              checked={value === rating}
              onChange={() => {
                // Radio buttons cannot be read-only, and disabled ones would lose the focus.
                if (!locked) setValue(rating);
              }}
            />
            <Star className="icon" />
            <span className="sr-only">{rating === '1' ? '1 star' : `${rating} stars`}</span>
          </label>
        ))}
        {value !== '' && <span className="hint">{value} of 5</span>}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

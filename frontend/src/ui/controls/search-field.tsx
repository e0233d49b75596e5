import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

/** Pause in typing before a search starts: browsers limit the rate of URL changes. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  /** An example search. If set, the label is visible; otherwise it is the placeholder. */
  example?: string;
  /** The current search. */
  words: string;
  onSearch: (words: string) => void;
}

/** Searches while typing; Enter searches immediately. */
export function SearchField({ label, example, words, onSearch }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(words);
  /** The search requested by this field. It arrives as `words` a moment later. */
  const [wanted, setWanted] = useState(words);
  /**
   * The last received search: if it differs from the requested one, it came from outside and
   * replaces the input.
   */
  const [seen, setSeen] = useState(words);
  if (seen !== words) {
    setSeen(words);
    if (wanted !== words) {
      setWanted(words);
      setTyped(words);
    }
  }

  const search = () => {
    const next = typed.trim();
    if (next === wanted) return;
    setWanted(next);
    onSearch(next);
  };

  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  });

  return (
    <form
      className="field search-field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <label className={example === undefined ? 'sr-only' : undefined} htmlFor={id}>
        {label}
      </label>
      <div className="search-box">
        <Search className="icon" />
        <input
          className="input"
          id={id}
          type="search"
          enterKeyHint="search"
          placeholder={example ?? label}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
      </div>
    </form>
  );
}

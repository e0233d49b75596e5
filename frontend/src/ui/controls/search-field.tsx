import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

/** How long the typing has to pause: browsers allow only so many changes of the address. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  /** An example to search for. It means that the label is to be seen; otherwise the label stands in the field. */
  example?: string;
  /** What is being searched for. */
  words: string;
  onSearch: (words: string) => void;
}

/** Searches while one types; Enter does not wait for the pause. */
export function SearchField({ label, example, words, onSearch }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(words);
  /** What this field has searched for. It takes a moment to come back as `words`. */
  const [wanted, setWanted] = useState(words);
  /** The last search that came in: another one than was wanted is from outside, and replaces what is typed. */
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

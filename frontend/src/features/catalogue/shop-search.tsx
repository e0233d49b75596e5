import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';

/** How long the typing has to pause: browsers allow only so many changes of the address. */
const PAUSE_MS = 250;

interface ShopSearchProps {
  /** What is being searched for. */
  words: string;
  onSearch: (words: string) => void;
}

/** Searches while one types; Enter does not wait for the pause. */
export function ShopSearch({ words, onSearch }: ShopSearchProps) {
  const [typed, setTyped] = useState(words);
  /** The last search this field knows of: another one comes from outside, and replaces what is typed. */
  const [known, setKnown] = useState(words);
  if (known !== words) {
    setKnown(words);
    setTyped(words);
  }

  const search = () => {
    const wanted = typed.trim();
    if (wanted === known) return;
    setKnown(wanted);
    onSearch(wanted);
  };

  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  });

  return (
    <form
      className="field shop-search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <label htmlFor="shop-search">Search</label>
      <div className="search-box">
        <Search className="icon" />
        <input
          className="input"
          id="shop-search"
          type="search"
          enterKeyHint="search"
          placeholder="Brake disc, 14 V, petrol…"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
      </div>
    </form>
  );
}

import { Search } from 'lucide-react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import type { SuggestionsProps } from './suggestions';

/** What the list of suggestions does with a key; true when that was all there was to do. */
export type KeyHandler = (key: string) => boolean;

/** The search of the whole shop, in the bar of every screen. Where it is narrow, a button opens it. */
export function SearchBox() {
  const here = useLocation();
  const searched =
    here.pathname === paths.shop ? (new URLSearchParams(here.search).get('q') ?? '') : '';
  const [unfolded, setUnfolded] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  return (
    <div className={unfolded ? 'site-search unfolded' : 'site-search'}>
      <button
        ref={opener}
        type="button"
        className="btn btn-square search-toggle"
        aria-label="Search"
        aria-expanded={unfolded}
        onClick={() => {
          setUnfolded(true);
        }}
      >
        <Search className="icon" />
      </button>
      {/* Another address is another search: what was typed and not sent goes. */}
      <SearchForm
        key={here.key}
        searched={searched}
        unfolded={unfolded}
        onFold={(giveFocusBack) => {
          setUnfolded(false);
          if (giveFocusBack) opener.current?.focus();
        }}
      />
    </div>
  );
}

interface SearchFormProps {
  /** What the screen shows the results of. */
  searched: string;
  /** Whether a button has opened it. */
  unfolded: boolean;
  onFold: (giveFocusBack: boolean) => void;
}

function SearchForm({ searched, unfolded, onFold }: SearchFormProps) {
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<KeyHandler | null>(null);
  const [words, setWords] = useState(searched);
  const [open, setOpen] = useState(false);
  /** The option that the arrow keys are on, by its element's id, and whether there are any. */
  const [active, setActive] = useState<string | null>(null);
  const [filled, setFilled] = useState(false);
  /** Fetched when the field is first used: most visits never search. Without it, it still is a field. */
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  const shown = open && filled && words.trim().length > 1;

  useEffect(() => {
    if (unfolded) field.current?.focus();
  }, [unfolded]);

  const leaveFor = (address: string) => {
    setOpen(false);
    onFold(false);
    field.current?.blur();
    void navigate(address);
  };
  const search = () => {
    const q = words.trim();
    leaveFor(q === '' ? paths.shop : `${paths.shop}?${new URLSearchParams({ q })}`);
  };

  return (
    <form
      className="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <div className="search-box">
        <Search className="icon" />
        <input
          ref={field}
          className="input"
          type="search"
          name="q"
          aria-label="Search parts"
          placeholder="Part, number or brand"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={shown && active !== null ? active : undefined}
          value={words}
          onFocus={() => {
            void import('./suggestions').then(
              (module) => {
                setSuggestions(() => module.Suggestions);
              },
              () => undefined,
            );
          }}
          onBlur={(event) => {
            setOpen(false);
            // The button beside it folds by itself.
            if (unfolded && event.relatedTarget === null) onFold(false);
          }}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(null);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') {
              // First the list goes, then the field that a button has opened.
              if (shown) event.preventDefault();
              if (!shown && unfolded) onFold(true);
              setOpen(false);
              return;
            }
            if (event.key === 'ArrowDown' && !open) setOpen(true);
            if (open && keys.current?.(event.key) === true) event.preventDefault();
          }}
        />
      </div>
      {unfolded && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            onFold(true);
          }}
        >
          Close
        </button>
      )}
      {Suggestions && (
        <Suggestions
          id={listId}
          words={words}
          open={open}
          active={active}
          keys={keys}
          onActive={setActive}
          onFilled={setFilled}
          onPick={leaveFor}
        />
      )}
    </form>
  );
}

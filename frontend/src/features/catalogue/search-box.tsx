import { Search } from 'lucide-react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import type { KeyHandler, SuggestionsProps } from './suggestions';

/** The shop-wide search in the navbar. On narrow screens a button opens it. */
export function SearchBox() {
  const here = useLocation();
  const searched =
    here.pathname === paths.shop ? (new URLSearchParams(here.search).get('q') ?? '') : '';
  const [unfolded, setUnfolded] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  return (
    <div className={unfolded ? 'site-search expanded' : 'site-search'}>
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
      {/* A new URL is a new search: unsent text is discarded. */}
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
  /** The search whose results the screen shows. */
  searched: string;
  /** Whether the button has opened it. */
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
  /** The active option's element id, and whether there are any options. */
  const [active, setActive] = useState<string | null>(null);
  const [filled, setFilled] = useState(false);
  /** Loaded when the field is first used: most visits never search. The field works without it. */
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
            // The button next to it closes the field itself.
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
              // Escape first closes the list, then the field that the button opened.
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

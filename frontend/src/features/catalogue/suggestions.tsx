import { Hash, Tag } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useImperativeHandle } from 'react';
import type { Suggestions as Found } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { useDebouncedValue } from '../../lib/hooks';
import { paths } from '../../lib/paths';
import { Exact, Money } from '../../ui/data/exact';
import { CategoryBalloon } from './category-balloon';
import { reasonOf } from './part-numbers';

/** Handles a key in the list of suggestions; returns true if it was handled completely. */
export type KeyHandler = (key: string) => boolean;

export interface SuggestionsProps {
  /** The list's id, and the prefix of its options' ids. */
  id: string;
  words: string;
  open: boolean;
  /** The active option's id. */
  active: string | null;
  /** Handles keys pressed in the field. */
  keys: RefObject<KeyHandler | null>;
  onActive: (id: string | null) => void;
  /** Called with whether there are suggestions. */
  onFilled: (filled: boolean) => void;
  onPick: (address: string) => void;
}

const TYPING_MS = 150;
const MIN_CHARS = 2;
/** Per kind, so that all kinds stay in view. */
const MAX_SHOWN = 5;

interface Option {
  address: string;
  /** Also the option's accessible name. */
  content: ReactNode;
}

interface Group {
  label: string;
  options: Option[];
}

function groupsOf({ categories, brands, numbers, parts }: Found, words: string): Group[] {
  const pinned = new Set(numbers.map(({ part }) => part._id));
  const groups: Group[] = [
    {
      label: 'Categories',
      options: categories.slice(0, MAX_SHOWN).map(({ _id, path }) => ({
        address: paths.partsIn(_id),
        content: (
          <>
            <CategoryBalloon category={_id} />
            <span className="grow">
              <Marked text={path.at(-1) ?? _id} words={words} />
            </span>
            {path.length > 1 && <span className="aside">in {path.slice(0, -1).join(' / ')}</span>}
          </>
        ),
      })),
    },
    {
      label: 'Brands',
      options: brands.slice(0, MAX_SHOWN).map(({ _id, name }) => ({
        address: paths.partsOf(_id),
        content: (
          <>
            <Tag className="icon" />
            <span className="grow">
              <Marked text={name} words={words} />
            </span>
          </>
        ),
      })),
    },
    {
      label: 'Numbers',
      options: numbers.slice(0, MAX_SHOWN).map((hit) => ({
        address: paths.part(hit.part._id),
        content: (
          <>
            <Hash className="icon" />
            <span className="grow part-number">{reasonOf(hit)}</span>
            <span className="aside">
              {[hit.part.brand?.name, hit.part.title].filter(Boolean).join(' ')}
            </span>
          </>
        ),
      })),
    },
    {
      label: 'Parts',
      options: parts
        .filter(({ _id }) => !pinned.has(_id))
        .slice(0, MAX_SHOWN)
        .map(({ _id, title, img, price }) => ({
          address: paths.part(_id),
          content: (
            <>
              <img src={img} alt="" width={40} height={30} />
              <span className="grow">
                <Marked text={title} words={words} />
              </span>
              <b className="aside">
                <Money dollars={price} />
              </b>
            </>
          ),
        })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** Suggested categories, brands, numbers and parts for the typed text: the list of a combobox. */
export function Suggestions(props: SuggestionsProps) {
  const { id, words, open, active, keys, onActive, onFilled, onPick } = props;
  const typed = useDebouncedValue(words.trim(), TYPING_MS);
  const wanted = typed.length >= MIN_CHARS && words.trim().length >= MIN_CHARS;
  const { data } = shopApi.useSuggestQuery({ q: typed }, { skip: !wanted || !open });
  const groups = data === undefined || !wanted ? [] : groupsOf(data, typed);
  const options = groups.flatMap((group) => group.options);
  const optionId = (at: number) => `${id}-${at}`;
  const activeAt = options.findIndex((_, at) => optionId(at) === active);
  const filled = options.length > 0;

  useEffect(() => {
    onFilled(filled);
  }, [filled, onFilled]);

  const move = (step: 1 | -1) => {
    // The field itself comes before the first and after the last option.
    const places = options.length + 1;
    const next = (activeAt + 1 + step + places) % places;
    onActive(next === 0 ? null : optionId(next - 1));
    document.getElementById(optionId(next - 1))?.scrollIntoView({ block: 'nearest' });
  };

  useImperativeHandle(keys, () => (key: string) => {
    if (!filled) return false;
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' && options[activeAt]) onPick(options[activeAt].address);
    else return false;
    return true;
  });

  const shown = open && filled;
  let at = -1;
  return (
    <>
      <div
        className="suggest"
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={!shown}
        tabIndex={-1}
        // Keeps the focus in the field.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
      >
        {shown &&
          groups.map(({ label, options: inGroup }) => (
            <div key={label} role="group" aria-label={label}>
              <span className="label" aria-hidden="true">
                {label}
              </span>
              {inGroup.map(({ address, content }) => {
                at += 1;
                const own = optionId(at);
                return (
                  // The keyboard reaches options by the field's arrow keys.
                  // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={own}
                    id={own}
                    role="option"
                    aria-selected={own === active}
                    onClick={() => {
                      onPick(address);
                    }}
                  >
                    {content}
                  </div>
                );
              })}
            </div>
          ))}
      </div>
      <p className="sr-only" role="status">
        {shown && (
          <>
            <Exact value={options.length} /> {options.length === 1 ? 'suggestion' : 'suggestions'}
          </>
        )}
      </p>
    </>
  );
}

/** A text with the typed part highlighted. */
function Marked({ text, words }: { text: string; words: string }) {
  const [word = ''] = words.split(/\s+/);
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (word === '' || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + word.length)}</b>
      {text.slice(at + word.length)}
    </>
  );
}

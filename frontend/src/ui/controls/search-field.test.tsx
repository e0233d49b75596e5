import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchField } from './search-field';

const PAUSE_MS = 250;
/** The time until a search in the URL reaches the field again. */
const LAG_MS = 100;

const onSearch = vi.fn();

function Screen() {
  const [words, setWords] = useState('');
  return (
    <>
      <SearchField
        label="Find by name"
        words={words}
        onSearch={(wanted) => {
          onSearch(wanted);
          setTimeout(() => {
            setWords(wanted);
          }, LAG_MS);
        }}
      />
      <button
        type="button"
        onClick={() => {
          setWords('');
        }}
      >
        Show all
      </button>
    </>
  );
}

const box = () => screen.getByRole('searchbox', { name: 'Find by name' });
const type = (words: string) => fireEvent.change(box(), { target: { value: words } });
const pressEnter = () => fireEvent.submit(screen.getByRole('search'));
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('the search field', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Screen />);
  });

  it('searches when the typing pauses', () => {
    for (const words of ['o', 'oi', 'oil']) {
      type(words);
      pass(PAUSE_MS - 1);
    }
    expect(onSearch).not.toHaveBeenCalled();
    pass(1);
    expect(onSearch.mock.calls).toEqual([['oil']]);
  });

  it('does not wait after Enter', () => {
    type(' oil ');
    pressEnter();
    expect(onSearch.mock.calls).toEqual([['oil']]);
    pass(PAUSE_MS);
    expect(onSearch).toHaveBeenCalledTimes(1);
    expect(box()).toHaveValue(' oil ');
  });

  it('adopts a search that was changed elsewhere', () => {
    type('oil');
    pressEnter();
    pass(LAG_MS);
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(box()).toHaveValue('');
    pass(PAUSE_MS);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it('keeps what is typed while a search is running', () => {
    type('oil ');
    pressEnter();
    expect(box()).toHaveValue('oil ');
    type('oil fil');
    pass(LAG_MS);
    expect(box()).toHaveValue('oil fil');
  });
});

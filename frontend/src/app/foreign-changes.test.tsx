import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { translatePage } from '../testing/translator';
import { tolerateForeignChanges } from './foreign-changes';

let stop = () => undefined as unknown;
afterEach(() => {
  stop();
});
const translate = () => {
  stop = translatePage();
};

/** Shows one thing, and another after a click. */
function Shows({ first, then }: { first: ReactNode; then: ReactNode }) {
  const [clicked, setClicked] = useState(false);
  return (
    <>
      <button
        onClick={() => {
          setClicked(true);
        }}
      >
        Go on
      </button>
      <div data-testid="place">{clicked ? then : first}</div>
    </>
  );
}

const show = (first: ReactNode, then: ReactNode) => {
  render(<Shows first={first} then={then} />);
  return screen.getByTestId('place');
};
const goOn = () => fireEvent.click(screen.getByRole('button'));
/** Waits until mutation observers have run. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)));
const words = (place: Element) => place.textContent.replace(/[«»]/g, '');

/** A text that stays while its siblings change. */
const Note = ({ pieces }: { pieces: number }) => (
  <p>
    {pieces > 0 && <b>Reserved: </b>}
    {pieces} {pieces === 1 ? 'piece' : 'pieces'} <i>in stock</i>
    {pieces === 0 && '. Sold out'}
  </p>
);

/** Ways in which a translator might replace a text. */
const WAYS: Record<string, (text: Text, by: Element) => void> = {
  'in one step': (text, by) => text.parentNode?.replaceChild(by, text),
  'first the new one before it': (text, by) => {
    text.before(by);
    text.remove();
  },
  'first the new one after it': (text, by) => {
    text.after(by);
    text.remove();
  },
  'first the old one away': (text, by) => {
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode?.insertBefore(by, nextSibling);
  },
  'around it': (text, by) => {
    by.replaceChildren();
    text.before(by);
    by.append(text);
  },
};

const aFont = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');

function replaceAll(place: Element, replace: (text: Text, by: Element) => void) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const by = aFont();
    by.textContent = text.data;
    replace(text, by);
  }
}

describe('without it', () => {
  it('React fails on a translated page', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    show(<Note pieces={0} />, <Note pieces={4} />);
    translate();
    expect(goOn).toThrow();
    await settled();
  });

  it('a new number is not shown', () => {
    const place = show(<Note pieces={4} />, <Note pieces={40} />);
    translate();
    goOn();
    expect(words(place)).toContain('4 pieces');
  });
});

describe('with it', () => {
  let undo: () => void;
  beforeEach(() => {
    undo = tolerateForeignChanges();
  });
  afterEach(() => {
    undo();
  });

  describe.each(Object.entries(WAYS))('when each text is replaced %s', (_, replace) => {
    it.each<[string, ReactNode, ReactNode, string]>([
      ['a number', <Note pieces={4} />, <Note pieces={40} />, 'Reserved: 40 pieces in stock'],
      [
        'a number and its word',
        <Note pieces={4} />,
        <Note pieces={1} />,
        'Reserved: 1 piece in stock',
      ],
      ['surrounding text', <Note pieces={4} />, <Note pieces={0} />, '0 pieces in stock. Sold out'],
      ['new text', <Note pieces={0} />, <Note pieces={4} />, 'Reserved: 4 pieces in stock'],
      [
        'text by an element',
        <>All {'sold'}</>,
        <>
          All <b>here</b>
        </>,
        'All here',
      ],
      [
        'an element by text',
        <>
          All <b>here</b>
        </>,
        <>All {'sold'}</>,
        'All sold',
      ],
      ['an element before text', <>{false}in stock</>, <>{<b>2 </b>}in stock</>, '2 in stock'],
      ['everything by one text', <Note pieces={4} />, 'none', 'none'],
      ['everything by nothing', <>All {'sold'}</>, null, ''],
      ['one text by several', 'none', <>All {'sold'}</>, 'All sold'],
    ])('%s can change', async (_name, first, then, expected) => {
      const place = show(first, then);
      replaceAll(place, replace);
      await settled();
      goOn();
      await settled();
      expect(words(place)).toBe(expected);
    });

    it('a simultaneous change counts too', async () => {
      const place = show(<Note pieces={0} />, <Note pieces={4} />);
      replaceAll(place, replace);
      goOn();
      await settled();
      expect(words(place)).toBe('Reserved: 4 pieces in stock');
    });
  });

  it('changed text is translated again, even many times', async () => {
    const Counter = () => {
      const [count, setCount] = useState(1);
      return (
        <button
          onClick={() => {
            setCount(count + 1);
          }}
        >
          Cart: {count} {count === 1 ? 'item' : 'items'} {count % 2 === 0 && <b>even</b>} so far
        </button>
      );
    };
    render(<Counter />);
    translate();
    const button = screen.getByRole('button');
    for (let count = 2; count <= 6; count++) {
      fireEvent.click(button);
      await settled();
      const even = count % 2 === 0 ? '«even»' : '';
      expect(button.textContent).toBe(`«Cart:» «${count}» «items» ${even} «so far»`);
    }
  });

  it('text changes after the original is restored', async () => {
    const place = show(<Note pieces={4} />, <Note pieces={0} />);
    const pairs: [Text, Element][] = [];
    replaceAll(place, (text, by) => {
      pairs.push([text, by]);
      text.replaceWith(by);
    });
    await settled();
    for (const [text, by] of pairs) by.replaceWith(text);
    await settled();
    expect(place).toHaveTextContent('Reserved: 4 pieces in stock');
    goOn();
    await settled();
    expect(place).toHaveTextContent('0 pieces in stock. Sold out');
  });

  it('text changes after a translation into another language', async () => {
    const place = show(<Note pieces={4} />, <Note pieces={0} />);
    replaceAll(place, (text, by) => {
      text.replaceWith(by);
    });
    await settled();
    for (const by of place.querySelectorAll<HTMLElement>('font')) {
      const other = aFont();
      other.textContent = 'vier';
      by.replaceWith(other);
    }
    await settled();
    goOn();
    await settled();
    expect(place).toHaveTextContent(/^0 pieces vier. Sold out$/);
  });

  it('two merged texts are split again', async () => {
    const place = show(<Note pieces={4} />, <Note pieces={40} />);
    const [number, , noun] = [...(place.querySelector('p')?.childNodes ?? [])].slice(1);
    const both = aFont();
    both.textContent = 'pieces: 4';
    number?.replaceWith(both);
    noun?.remove();
    await settled();
    goOn();
    await settled();
    expect(place).toHaveTextContent('Reserved: 40 pieces in stock');
  });

  describe('an extension', () => {
    const around = (element: Element) => {
      const wrapper = document.createElement('div');
      element.replaceWith(wrapper);
      wrapper.append(element);
    };

    it('may wrap a field', async () => {
      const place = show(
        <>
          <input aria-label="A" />
          <b key="b">B</b>
        </>,
        <b key="b">B</b>,
      );
      around(screen.getByLabelText('A'));
      goOn();
      await settled();
      expect(place).toHaveTextContent(/^B$/);
      expect(screen.queryByLabelText('A')).toBeNull();
    });

    it('may wrap a field and add a sibling', async () => {
      const field = <input key="a" aria-label="A" />;
      show(field, [<b key="b">B</b>, field]);
      around(screen.getByLabelText('A'));
      goOn();
      await settled();
      const { FOLLOWING } = { FOLLOWING: Node.DOCUMENT_POSITION_FOLLOWING };
      const order = screen.getByText('B').compareDocumentPosition(screen.getByLabelText('A'));
      expect(order & FOLLOWING).toBe(FOLLOWING);
    });

    it('may remove an element', async () => {
      const place = show([<i key="i">ad</i>, 'text'], ['text', <b key="b">B</b>]);
      screen.getByText('ad').remove();
      goOn();
      await settled();
      expect(place).toHaveTextContent('textB');
    });

    it('may add elements that stay', async () => {
      const place = show(<Note pieces={4} />, <Note pieces={0} />);
      place.querySelector('p')?.append(document.createElement('kbd'));
      place.querySelector('p')?.prepend(document.createElement('kbd'));
      goOn();
      await settled();
      expect(place).toHaveTextContent('0 pieces in stock. Sold out');
      expect(place.querySelectorAll('kbd')).toHaveLength(2);
    });
  });

  it('elements that React removes never come back', async () => {
    const place = show(
      <>
        {'gone'} <b>stays</b> {4} pieces
      </>,
      <>
        {null} <b>stays</b> {40} pieces
      </>,
    );
    goOn();
    await settled();
    replaceAll(place, (text, by) => {
      text.replaceWith(by);
    });
    await settled();
    expect(words(place)).toBe(' stays 40 pieces');
  });

  it('other DOM errors are still thrown', () => {
    const place = show('a', 'b');
    expect(() => place.insertBefore(place, null)).toThrow();
    expect(() => place.removeChild(null as unknown as Node)).toThrow(/not of type 'Node'/);
  });
});

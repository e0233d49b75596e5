import { useFormikContext } from 'formik';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { listingFieldsMaxItems as most } from '../../../api/contract/generated-types';
import { thumbnailOf } from '../../../lib/own-pictures';
import { Button, keepFocus } from '../../../ui/controls/button';
import { TextField } from '../../../ui/forms/text-field';
import { PictureDrop } from './picture-drop';
import { isPicture, type ProductForm } from './product-schema';

/** The row of an additional picture: its alternative text and its position. */
export function PictureRow({ row, position }: { row: string; position: number }) {
  const { values, isSubmitting, setFieldValue, setValues } = useFormikContext<ProductForm>();
  const { pictures } = values;
  const here = position - 1;
  const { img = '', alt = '' } = pictures[here] ?? {};
  /**
   * The alternative texts of pictures that became the main one, whose text is the product's title.
   */
  const texts = useRef(new Map<string, string>());

  /** Swaps a picture with the previous one; the first is swapped with the main picture. */
  const moveUp = () => {
    if (here === 0) {
      const others = pictures.slice(1);
      texts.current.set(img, alt);
      const before = { img: values.img, alt: texts.current.get(values.img) ?? '' };
      void setValues({ ...values, img, pictures: [before, ...others] });
    } else {
      void setFieldValue('pictures', swapped(pictures, here - 1));
    }
  };

  return (
    <>
      <span className="plate thumb">
        {isPicture(img.trim()) && (
          <img src={thumbnailOf(img.trim())} alt="" width={80} height={60} />
        )}
      </span>
      <TextField name={`${row}.img`} label={`Picture ${position}`} />
      <TextField name={`${row}.alt`} label={`What picture ${position} shows`} />
      <Button
        className="btn-square"
        size="small"
        aria-label={here === 0 ? 'Make picture 1 the main one' : `Move picture ${position} up`}
        icon={<ArrowUp className="icon" />}
        disabled={isSubmitting || (here === 0 && img.trim() === '')}
        onMouseDown={keepFocus}
        onClick={moveUp}
      />
      <Button
        className="btn-square"
        size="small"
        aria-label={`Move picture ${position} down`}
        icon={<ArrowDown className="icon" />}
        disabled={isSubmitting || position === pictures.length}
        onMouseDown={keepFocus}
        onClick={() => void setFieldValue('pictures', swapped(pictures, here))}
      />
    </>
  );
}

/** The list with one item and the next swapped. */
function swapped<Item>(items: readonly Item[], at: number): Item[] {
  return [...items.slice(0, at), ...items.slice(at, at + 2).reverse(), ...items.slice(at + 2)];
}

/** Uploads additional pictures; each gets a row. */
export function MorePicturesDrop() {
  const { values, setFieldValue } = useFormikContext<ProductForm>();
  // Uploads continue while rows are edited.
  const pictures = useRef(values.pictures);
  useLayoutEffect(() => {
    pictures.current = values.pictures;
  });
  return (
    <PictureDrop
      label="Upload pictures"
      room={most.pictures - values.pictures.length}
      onAdded={(img) =>
        // Rendered synchronously: the next upload has to find it in the list.
        flushSync(() => setFieldValue('pictures', [...pictures.current, { img, alt: '' }]))
      }
    />
  );
}

/** Uploads the main picture. */
export function MainPictureDrop() {
  const { setFieldValue } = useFormikContext<ProductForm>();
  return (
    <PictureDrop label="Upload the picture" room={1} onAdded={(img) => setFieldValue('img', img)} />
  );
}

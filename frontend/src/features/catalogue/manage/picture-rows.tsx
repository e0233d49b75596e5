import { useFormikContext } from 'formik';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { listingFieldsMaxItems as most } from '../../../api/generated-limits';
import { thumbnailOf } from '../../../lib/own-pictures';
import { Button, keepFocus } from '../../../ui/controls/button';
import { TextField } from '../../../ui/forms/text-field';
import { PictureDrop } from './picture-drop';
import { isPicture, type ProductForm } from './product-schema';

/** The place of one of the other pictures: what it shows, and where it stands among them. */
export function PictureRow({ row, position }: { row: string; position: number }) {
  const { values, isSubmitting, setFieldValue, setValues } = useFormikContext<ProductForm>();
  const { pictures } = values;
  const here = position - 1;
  const { img = '', alt = '' } = pictures[here] ?? {};
  /** What pictures show that have been made the main one, which goes by the product's title. */
  const texts = useRef(new Map<string, string>());

  /** Changes places with the picture before it; the first one becomes the main picture, and that the first. */
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

/** A list in which one item and the next have changed places. */
function swapped<Item>(items: readonly Item[], at: number): Item[] {
  return [...items.slice(0, at), ...items.slice(at, at + 2).reverse(), ...items.slice(at + 2)];
}

/** Where more pictures are uploaded; each gets a row. */
export function MorePicturesDrop() {
  const { values, setFieldValue } = useFormikContext<ProductForm>();
  // Uploads go on while rows are edited.
  const pictures = useRef(values.pictures);
  useLayoutEffect(() => {
    pictures.current = values.pictures;
  });
  return (
    <PictureDrop
      label="Upload pictures"
      room={most.pictures - values.pictures.length}
      onAdded={(img) =>
        // Rendered at once: the next one has to find it in the list.
        flushSync(() => setFieldValue('pictures', [...pictures.current, { img, alt: '' }]))
      }
    />
  );
}

/** Where the main picture is uploaded. */
export function MainPictureDrop() {
  const { setFieldValue } = useFormikContext<ProductForm>();
  return (
    <PictureDrop label="Upload the picture" room={1} onAdded={(img) => setFieldValue('img', img)} />
  );
}

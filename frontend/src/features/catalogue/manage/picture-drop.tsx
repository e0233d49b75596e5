import { useFormikContext } from 'formik';
import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { Exact } from '../../../ui/data/exact';
import { FieldError } from '../../../ui/forms/field-error';
import type { ProductForm } from './product-schema';
import { TAKEN_TYPES, usePictureUploads } from './use-picture-uploads';

interface PictureDropProps {
  /** The label: "Upload a picture". */
  label: string;
  /** How many more pictures can be added. */
  room: number;
  onAdded: (img: string) => Promise<unknown>;
}

/**
 * An area for dropping or choosing picture files: the file input covers all of it, because browsers
 * accept drops on one. The outcome is shown below.
 */
export function PictureDrop({ label, room, onAdded }: PictureDropProps) {
  const { isSubmitting } = useFormikContext<ProductForm>();
  const { total, done, added, refusals, isSending, upload } = usePictureUploads(room, onAdded);
  const [isOver, setOver] = useState(false);
  const id = useId();
  const locked = isSubmitting || isSending || room === 0;

  return (
    <div className="picture-drop">
      <label className="drop" data-over={isOver || undefined} data-locked={locked || undefined}>
        {isSending ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <ImagePlus className="icon" />
        )}
        <span id={id}>{label}</span>
        <span className="hint">Drop here or choose: JPEG, PNG or WebP, up to 8 MB</span>
        <input
          type="file"
          aria-labelledby={id}
          accept={TAKEN_TYPES.join(',')}
          multiple={room > 1}
          // If disabled, it would lose the focus.
          aria-disabled={locked || undefined}
          onClick={(event) => {
            if (locked) event.preventDefault();
          }}
          onDragEnter={() => {
            setOver(true);
          }}
          onDragLeave={() => {
            setOver(false);
          }}
          onChange={(event) => {
            setOver(false);
            const files = Array.from(event.target.files ?? []);
            // Allows choosing the same file again.
            event.target.value = '';
            if (!locked) void upload(files);
          }}
        />
      </label>
      <div role="status">
        {isSending && (
          <p className="sending">
            <progress value={done} max={total} aria-label="Pictures uploaded" />
            {total === 1 ? (
              'Uploading the picture'
            ) : (
              <>
                Uploading picture <Exact value={done + 1} /> of <Exact value={total} />
              </>
            )}
          </p>
        )}
        {!isSending && added > 0 && (
          <span className="sr-only">
            {added === 1 ? (
              'Picture added'
            ) : (
              <>
                <Exact value={added} /> pictures added
              </>
            )}
          </span>
        )}
      </div>
      {refusals.map(({ file, reason }, position) => (
        <FieldError key={`${position} ${file}`}>{`${file}: ${reason}`}</FieldError>
      ))}
    </div>
  );
}

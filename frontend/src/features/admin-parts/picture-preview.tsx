import { useState } from 'react';
import { useSettled } from '../../lib/use-settled';
import { isPicture } from './product-schema';

interface PicturePreviewProps {
  address: string;
  title: string;
}

const TYPING_MS = 400;

/** The picture at an address as it is being typed, or why there is none. */
export function PicturePreview({ address, title }: PicturePreviewProps) {
  // Half an address is somebody else's, so it is left alone until the typing pauses.
  const settled = useSettled(address, TYPING_MS);
  const [missing, setMissing] = useState<string | null>(null);
  const usable = isPicture(settled);
  const failed = missing === settled;
  return (
    <div className="plate part-picture picture-preview">
      {usable && !failed ? (
        <img
          src={settled}
          alt={title.trim() === '' ? 'The new product' : title}
          width={480}
          height={360}
          onError={() => {
            setMissing(settled);
          }}
        />
      ) : (
        <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
          <circle className="missing" cx="240" cy="180" r="120" />
        </svg>
      )}
      <p role="status">
        {!usable && 'The picture appears here.'}
        {usable && failed && 'This picture does not load. Check the address.'}
      </p>
    </div>
  );
}

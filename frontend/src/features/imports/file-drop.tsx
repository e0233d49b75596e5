import { FileInput } from 'lucide-react';
import { useId, useState } from 'react';

interface FileDropProps {
  onFile: (file: File) => void;
}

/** An area for dropping or choosing a file: the file input covers all of it. */
export function FileDrop({ onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <label className="drop imports-drop" data-over={isOver || undefined}>
      <FileInput className="icon" />
      <span id={id}>Drop a file here or choose one</span>
      <span className="hint">
        CSV of parts or fitment, or ACES 3.0 to 5.0; plain or zipped, up to 2 GB
      </span>
      <input
        type="file"
        aria-labelledby={id}
        onDragEnter={() => {
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onChange={(event) => {
          setOver(false);
          const file = event.target.files?.[0];
          // Allows choosing the same file again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

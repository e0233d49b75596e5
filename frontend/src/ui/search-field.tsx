import { Search } from 'lucide-react';
import { useId } from 'react';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (words: string) => void;
}

/** Narrows a list down while words are typed. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="search" role="search">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Search className="icon" />
      <input
        id={id}
        className="input"
        type="search"
        placeholder={label}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </div>
  );
}

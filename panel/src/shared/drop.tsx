import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** A form with a place where a file is dropped or chosen, and further fields. */
export const Drop = ({
  label,
  accept,
  onFile,
  onSubmit,
  children,
}: {
  /** Says which file is expected. */
  label: string;
  /** Accepted file extensions, such as `.p12,.pfx`. */
  accept: string;
  onFile(file: File | undefined): void;
  onSubmit(): void;
  children: ComponentChildren;
}) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <form
      class={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer?.files[0]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <p>
        Suelte aquí {label}, o{' '}
        <button type="button" onClick={() => input.current?.click()}>
          elija un fichero
        </button>
      </p>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // Choosing a file of the same name again, after it was corrected, must count as a change.
          currentTarget.value = '';
        }}
      />
      {children}
    </form>
  );
};

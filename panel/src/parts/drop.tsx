import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** A place for a file, which is dropped there or chosen, and what belongs to it. */
export const Drop = ({
  label,
  accept,
  onFile,
  onSubmit,
  children,
}: {
  /** What file it is. */
  label: string;
  /** Ends of names, such as `.p12,.pfx`. */
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
          // The same name again, after it was corrected, is a choice, too.
          currentTarget.value = '';
        }}
      />
      {children}
    </form>
  );
};

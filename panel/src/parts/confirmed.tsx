import type { ComponentChildren } from 'preact';

/** A button for what cannot be undone: one click shows what it does, and another one does it. */
export const Confirmed = ({
  name,
  what,
  isBusy,
  onConfirm,
}: {
  name: string;
  /** What happens. */
  what: ComponentChildren;
  isBusy: boolean;
  onConfirm(): void;
}) => (
  <details>
    <summary>{name}…</summary>
    <p>{what}</p>
    <button type="button" class="danger" disabled={isBusy} onClick={onConfirm}>
      {name}
    </button>
  </details>
);

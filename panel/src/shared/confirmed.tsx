import type { ComponentChildren } from 'preact';

/** A button for an action that cannot be undone: the first click explains it, and a second one does it. */
export const Confirmed = ({
  name,
  what,
  isBusy,
  onConfirm,
}: {
  name: string;
  /** The explanation of the action. */
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

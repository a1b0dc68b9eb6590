/** Buttons for the pages of a list; nothing if there is only one page. */
export const Pager = ({
  page,
  last,
  onChange,
}: {
  /** Counted from 1. */
  page: number;
  last: number;
  onChange(page: number): void;
}) =>
  last > 1 ? (
    <div class="actions">
      <button type="button" disabled={page === 1} onClick={() => onChange(page - 1)}>
        Anteriores
      </button>
      <span>
        Página {page} de {last}
      </span>
      <button type="button" disabled={page === last} onClick={() => onChange(page + 1)}>
        Siguientes
      </button>
    </div>
  ) : null;

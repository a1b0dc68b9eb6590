/** Goes through the pages of a list, where there is more than one. */
export const Pager = ({
  page,
  last,
  onChange,
}: {
  /** From 1. */
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

/** Normalises a text for the search: no accents, lower case. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Words of a search. */
export const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** Stores the search in the address, so that it can be shared. */
export const keepInAddress = (text: string): void => {
  const address = new URL(location.href);
  if (text.trim()) address.searchParams.set('q', text);
  else address.searchParams.delete('q');
  history.replaceState(null, '', address);
};

/** The search field, filled with the search in the address. */
export const searchField = (): HTMLInputElement => {
  const field = document.querySelector<HTMLInputElement>('#buscar')!;
  field.closest('search')!.hidden = false;
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  return field;
};

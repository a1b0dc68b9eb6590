/** A text as it is searched: without accents, in small letters. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** The words that are looked for. */
export const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** Keeps what is looked for in the address, so that it can be shared. */
export const keepInAddress = (text: string): void => {
  const address = new URL(location.href);
  if (text.trim()) address.searchParams.set('q', text);
  else address.searchParams.delete('q');
  history.replaceState(null, '', address);
};

/** The field of a page's search, with what the address asks for. */
export const searchField = (): HTMLInputElement => {
  const field = document.querySelector<HTMLInputElement>('#buscar')!;
  field.closest('search')!.hidden = false;
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  return field;
};

import { useEffect, useRef, useState } from 'preact/hooks';
import { Combobox } from '../../shared/combobox.tsx';
import { useLoaded, useShared } from '../../shared/context.ts';
import { Icon } from '../../shared/frame.tsx';
import { usePaused } from '../../shared/typed.ts';
import { hitsOf, saidOf } from './found.ts';

const ICON = 'M10.5 17a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13M15.5 15.5L20 20';

/** Whether a key opens the search: Ctrl K anywhere, and `/` outside text fields. */
const beginsSearch = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean => {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k';
  const isWriting = target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
  return key === '/' && !altKey && !isWriting;
};

/** Opens the search, as its keys do. */
export const beginSearch = (): void => {
  const input = document.querySelector<HTMLInputElement>('header .search input');
  input?.focus();
  input?.click();
};

/** The search for workers, companies and trámites. */
export const SearchBox = () => {
  const { session } = useShared();
  const [typed, setTyped] = useState<string>();
  const q = usePaused((typed ?? '').trim());
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const begin = (event: KeyboardEvent) => {
      if (!beginsSearch(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.click();
    };
    addEventListener('keydown', begin);
    return () => removeEventListener('keydown', begin);
  }, []);
  const found = useLoaded(
    async () => ({ q, found: q.length < 2 ? undefined : (await session.gateway.search({ q })).data }),
    [],
    [q],
  );
  // Results for an earlier text are not shown for the current one.
  const current = found.data?.q === (typed ?? '').trim() ? found.data.found : undefined;
  return (
    <search class="search">
      <Combobox
        label="Buscar"
        placeholder="Buscar ( / )"
        value=""
        options={current ? hitsOf(current, q) : []}
        status={found.problem ? 'No se ha podido buscar.' : saidOf((typed ?? '').trim(), current)}
        inputRef={input}
        onType={setTyped}
        onChoose={({ address }) => {
          location.hash = address;
          input.current?.blur();
        }}
      />
      <Icon path={ICON} />
    </search>
  );
};

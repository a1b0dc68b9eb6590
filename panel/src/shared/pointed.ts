import { useEffect, useState } from 'preact/hooks';

/**
 * The index of the option that is selected with the arrow keys; -1 for none. The selected option is scrolled into view.
 * @param id id of the list; the id of an option has its index after it, as in `id-3`
 */
export const usePointed = (id: string) => {
  const [active, setActive] = useState(-1);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);
  /** Moves to the next option or the one before; after the last comes the first. */
  const move = (step: number, count: number) => {
    const next = active + step;
    setActive(next < 0 ? count - 1 : next >= count ? 0 : next);
  };
  return { active, point: setActive, move };
};

/** The number of options by which a key moves the selection; `undefined` for other keys. */
export const stepOf = ({ key }: KeyboardEvent): number | undefined => ({ ArrowDown: 1, ArrowUp: -1 })[key];

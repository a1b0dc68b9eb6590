import { useEffect, useState } from 'preact/hooks';

/**
 * Which of some options arrows point at, by its place; -1 for none. The one that is pointed at is scrolled into sight.
 * @param id of the list: that of an option has its place after it, as in `id-3`
 */
export const usePointed = (id: string) => {
  const [active, setActive] = useState(-1);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);
  /** Goes to the next one or the one before, and from the end to the beginning. */
  const move = (step: number, count: number) => {
    const next = active + step;
    setActive(next < 0 ? count - 1 : next >= count ? 0 : next);
  };
  return { active, point: setActive, move };
};

/** How far a key goes in a list of options: `undefined` for keys that do not. */
export const stepOf = ({ key }: KeyboardEvent): number | undefined => ({ ArrowDown: 1, ArrowUp: -1 })[key];

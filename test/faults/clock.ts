/** The clock of this process, which a test can move. Everything that reads the time through `Date` sees it. */

let shift = 0;
const real = Date.now;
const now = () => real() + shift;

/** Moves the clock this many milliseconds from the real time; negative into the past. */
export const setShift = (milliseconds: number): void => {
  shift = milliseconds;
};

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

/** Caches the result of a loader: it is called when the result is first needed. After a failure, the next caller loads again. */
export const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined;
  return () => {
    const asked = loaded ?? load();
    loaded = asked;
    asked.catch(() => {
      loaded = undefined;
    });
    return asked;
  };
};

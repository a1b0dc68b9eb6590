/** What is loaded once, when it is first asked for; what failed is loaded again by who asks next. */
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

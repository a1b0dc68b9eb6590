/** Loads once, since an import of what is loaded already is not free. A failure is not kept. */
export const once = <Loaded>(load: () => Promise<Loaded>): (() => Promise<Loaded>) => {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
};

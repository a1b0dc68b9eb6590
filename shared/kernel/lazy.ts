/** Loads once and keeps the result, since importing a loaded module again also takes time. A failure is not kept. */
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

type Async = (...args: never[]) => Promise<unknown>;

/** The asynchronous functions of a module. */
type AsyncPart<Module> = {
  [Name in keyof Module as Module[Name] extends Async ? Name : never]: Module[Name];
};

/**
 * Functions whose module is loaded when any of them is first called: a Lambda function that never calls one does not compile
 * it. It has no functions that answer at once, and cannot be spread.
 * @param changed makes functions that take the place of some of the module's
 */
export const later = <Module extends object, Changed extends object = object>(
  load: () => Promise<Module>,
  changed?: (module: Module) => Promise<Changed>,
): AsyncPart<Omit<Module, keyof Changed> & Changed> => {
  const loadAll = once(async () => {
    const module = await load();
    return changed ? { ...module, ...(await changed(module)) } : module;
  });
  return new Proxy({} as AsyncPart<Omit<Module, keyof Changed> & Changed>, {
    get:
      (_, name) =>
      async (...args: never[]) =>
        ((await loadAll())[name as keyof Module] as Async)(...args),
  });
};

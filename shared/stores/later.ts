type Async = (...args: never[]) => Promise<unknown>;

/** The asynchronous functions of a module. */
type AsyncPart<Module> = {
  [Name in keyof Module as Module[Name] extends Async ? Name : never]: Module[Name];
};

/**
 * A store whose module is loaded when any of its functions is first called: a function that never uses it does not compile it.
 * It has no functions that answer at once, and cannot be spread.
 */
export const later = <Module extends object>(load: () => Promise<Module>): AsyncPart<Module> =>
  new Proxy({} as AsyncPart<Module>, {
    get:
      (_, name) =>
      async (...args: never[]) =>
        ((await load())[name as keyof Module] as Async)(...args),
  });

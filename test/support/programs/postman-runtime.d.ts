/** Types that Postman's runner and collection packages lack, as far as tests use them. */
declare module 'postman-collection' {
  export class Collection {
    constructor(content: object);
  }
  export class VariableScope {
    constructor(content: object);
  }
  const sdk: { Collection: typeof Collection; VariableScope: typeof VariableScope };
  export default sdk;
}

declare module 'postman-runtime' {
  import type { Collection, VariableScope } from 'postman-collection';

  interface Callbacks {
    exception(cursor: unknown, problem: Error): void;
    assertion(cursor: unknown, assertions: { name: string; passed: boolean }[]): void;
    response(
      error: Error | null,
      cursor: unknown,
      response: { code: number; text(): string } | undefined,
      request: { method: string; url: object },
      item: { name: string },
    ): void;
    done(error: Error | null): void;
  }
  class Runner {
    run(
      collection: Collection,
      options: { environment: VariableScope; fileResolver: object; timeout: { global: number } },
      started: (error: Error | null, run: { start(callbacks: Callbacks): void }) => void,
    ): void;
  }
  const runtime: { Runner: typeof Runner };
  export default runtime;
}

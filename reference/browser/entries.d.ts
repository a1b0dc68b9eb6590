/** Search entries, which the build inserts. */
declare module 'virtual:entries' {
  import type { Entry } from '../search.ts';

  const entries: Entry[];
  export default entries;
}

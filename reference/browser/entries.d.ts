/** What the search finds, which the build puts in place of this name. */
declare module 'virtual:entries' {
  import type { Entry } from '../search.ts';

  const entries: Entry[];
  export default entries;
}

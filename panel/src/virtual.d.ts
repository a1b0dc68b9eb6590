/** Codes, each with its text. `panel/build/code-lists.ts` makes them. */
declare module 'virtual:codes/*' {
  const codes: [code: string, text: string][];
  export default codes;
}

/** Codes, each with its text. `panel/build/build.ts` makes them. */
declare module 'virtual:codes/*' {
  const codes: [code: string, text: string][];
  export default codes;
}

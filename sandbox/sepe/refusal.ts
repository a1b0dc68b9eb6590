/** A refusal of the web application. Its text is shown on a page, as in the real application. */
export class Refusal extends Error {}

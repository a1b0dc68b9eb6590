/** Why a page of the application does not go on: shown above it, as the application does. */
export class Refusal extends Error {}

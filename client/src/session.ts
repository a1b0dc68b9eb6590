/** A caller's token. If it came from e-mail and password, it is renewed when it expires. */
export class Session {
  #token: string | undefined;
  /** The sign-in that is under way, for all callers that need a token. */
  #signingIn: Promise<string> | undefined;
  readonly #signIn: (() => Promise<string>) | undefined;

  constructor(from: { token: string } | { signIn: () => Promise<string> }) {
    if ('token' in from) this.#token = from.token;
    else this.#signIn = from.signIn;
  }

  /** Returns the token, and signs in first if there is none. */
  async token(): Promise<string> {
    return this.#token ?? this.#renew();
  }

  /**
   * Whether there is another token than this refused one. Signs in unless another caller has done so since;
   * concurrent callers share one sign-in.
   */
  async replace(refused: string): Promise<boolean> {
    if (!this.#signIn) return false;
    if (this.#token === refused) this.#token = undefined;
    await this.token();
    return true;
  }

  #renew(): Promise<string> {
    this.#signingIn ??= this.#signIn!()
      .then((token) => {
        this.#token = token;
        return token;
      })
      .finally(() => {
        this.#signingIn = undefined;
      });
    return this.#signingIn;
  }
}

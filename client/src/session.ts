/** A caller's token. Where it came from e-mail and password, it is renewed when it has ended. */
export class Session {
  #token: string | undefined;
  /** What all who need a token now wait for. */
  #signingIn: Promise<string> | undefined;
  readonly #signIn: (() => Promise<string>) | undefined;

  constructor(from: { token: string } | { signIn: () => Promise<string> }) {
    if ('token' in from) this.#token = from.token;
    else this.#signIn = from.signIn;
  }

  /** The token to send, after signing in where there is none. */
  async token(): Promise<string> {
    return this.#token ?? this.#renew();
  }

  /**
   * Whether there is another token than this one, which was refused. Signs in if no one did since it was sent; of
   * several callers at once the first one does it, and the others wait.
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

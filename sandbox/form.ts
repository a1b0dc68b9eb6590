/** A posted form, in the character set that the request names; by default in ISO-8859-1, as at the portals. */

type Pair = readonly [name: string, value: string];

export class Form {
  static readonly empty = new Form([]);

  readonly #pairs: readonly Pair[];

  private constructor(pairs: readonly Pair[]) {
    this.#pairs = pairs;
  }

  static parse(body: Buffer, contentType = ''): Form {
    const charset = /charset\s*=\s*"?utf-?8/i.test(contentType) ? 'utf8' : 'latin1';
    const decode = (text: string) => {
      const bytes = text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex) => {
        return String.fromCharCode(Number.parseInt(hex, 16));
      });
      return Buffer.from(bytes, 'latin1').toString(charset);
    };
    const pairs = body
      .toString('latin1')
      .split('&')
      .filter((part) => part !== '')
      .map((part): Pair => {
        const equals = part.indexOf('=');
        return equals < 0
          ? [decode(part), '']
          : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
      });
    return new Form(pairs);
  }

  /** The first value of this name, trimmed; empty if there is none. */
  get(name: string): string {
    return this.#pairs.find(([key]) => key === name)?.[1].trim() ?? '';
  }

  has(name: string): boolean {
    return this.#pairs.some(([key]) => key === name);
  }

  /** The names in the order of the post, with repetitions. */
  names(): string[] {
    return this.#pairs.map(([key]) => key);
  }
}

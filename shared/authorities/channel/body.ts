import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Largest body, in bytes, that is put together from its pieces at its end. */
const MAX_PIECES = 1024 * 1024;
/** So many bytes of a large one are copied before their buffers are freed. */
const FREE_AFTER = 2 * 1024 * 1024;

/**
 * The body of an answer while it comes. A large one is written into memory of its whole size as it comes: put together
 * at its end, it would be held twice.
 */
export class Body {
  readonly #announced: number;
  readonly #most: number;
  #pieces: Uint8Array[] = [];
  #whole: Uint8Array | undefined;
  #size = 0;
  #freedAt = 0;

  /**
   * @param announced the header `content-length`
   * @param most bytes that it can have
   */
  constructor(announced: unknown, most: number) {
    this.#announced = Number(announced);
    this.#most = most;
  }

  add(piece: Uint8Array): void {
    if (!this.#whole && this.#size + piece.byteLength > MAX_PIECES) this.#makeWhole();
    if (this.#whole) this.#whole.set(piece, this.#size);
    else this.#pieces.push(piece);
    this.#size += piece.byteLength;
    if (this.#size - this.#freedAt < FREE_AFTER) return;
    this.#freedAt = this.#size;
    freeBuffers();
  }

  /** All of it, at its end. */
  bytes(): Uint8Array {
    return this.#whole?.subarray(0, this.#size) ?? Buffer.concat(this.#pieces);
  }

  get #isAnnounced(): boolean {
    return this.#announced > MAX_PIECES && this.#announced <= this.#most;
  }

  /**
   * Without an announced size, a buffer of the largest size. The system assigns memory only to the parts that are
   * written.
   */
  #makeWhole(): void {
    const whole = Buffer.allocUnsafeSlow(this.#isAnnounced ? this.#announced : this.#most);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    this.#whole = whole;
    this.#pieces = [];
  }
}

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * V8's garbage collector as a function. It does not use `--expose-gc`, because with that flag Node does not use its
 * code cache, and a function starts a third slower.
 * @returns `undefined` if another thread has taken the flag back meanwhile, since flags are for the whole process
 */
const collector = (): Collect | undefined => {
  setFlagsFromString('--expose-gc');
  const gc: Collect | undefined = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return gc;
};

/**
 * Frees the buffers of connections that are no longer used. By itself V8 lets about 40 MB of them pile up while a large
 * answer comes. Takes a few milliseconds; only for large answers.
 */
export const freeBuffers = (): void => {
  collect ??= collector();
  collect?.({ type: 'minor' });
};

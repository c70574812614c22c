/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes: SHA-256's constants for its rounds. */
const ROUNDS = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);
/** SHA-256's state before the first block. */
const START = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
/** Bytes of a block of SHA-256. The seed and the digest of the entries are a block each. */
const BLOCK = 64;
/** Bytes of a result of SHA-256. */
const RESULT = 32;

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/**
 * The random numbers of a draw: the first 8 bytes of HMAC-SHA256 with the seed as its key, of the digest, a space and the block's
 * number. Drawing nearly everyone takes millions of them. What they have in common is hashed once here, so that they take less than
 * a third of the time of `createHmac`, with which the tests compare them.
 */
export class RandomNumbers {
  /** The upper and the lower half of the number that was read last. */
  high = 0;
  low = 0;
  private readonly words = new Int32Array(BLOCK);
  private readonly state = new Int32Array(START.length);
  /** The states after what all messages begin with. */
  private readonly inner: Int32Array;
  private readonly outer: Int32Array;

  constructor(seed: string, digest: string) {
    if (seed.length !== BLOCK || digest.length !== BLOCK)
      throw new Error("A draw needs a seed and a digest of 64 characters.");
    this.inner = this.after(this.after(START, seed, 0x36), digest, 0);
    this.outer = this.after(START, seed, 0x5c);
  }

  /** Reads the number of a block into `high` and `low`. */
  read(block: number): void {
    const { words, state } = this;
    const end = ` ${block}\x80`;
    words.fill(0, 0, 16);
    for (let index = 0; index < end.length; index += 1) this.put(index, end.charCodeAt(index));
    words[15] = (2 * BLOCK + end.length - 1) * 8;
    state.set(this.inner);
    this.compress();
    words.set(state);
    words.fill(0, state.length, 16);
    words[state.length] = 0x80 << 24;
    words[15] = (BLOCK + RESULT) * 8;
    state.set(this.outer);
    this.compress();
    this.high = (state[0] as number) >>> 0;
    this.low = (state[1] as number) >>> 0;
  }

  /** The state after a block of text, each byte of which is combined with a mask. */
  private after(before: Int32Array, text: string, mask: number): Int32Array {
    this.words.fill(0);
    for (let index = 0; index < BLOCK; index += 1) this.put(index, text.charCodeAt(index) ^ mask);
    this.state.set(before);
    this.compress();
    return this.state.slice();
  }

  private put(index: number, byte: number): void {
    (this.words[index >> 2] as number) |= byte << (24 - 8 * (index & 3));
  }

  /** One block of SHA-256: changes `state` by the first 16 of `words`. */
  private compress(): void {
    const { words, state } = this;
    for (let index = 16; index < 64; index += 1) {
      const early = words[index - 15] as number;
      const late = words[index - 2] as number;
      words[index] =
        (words[index - 16] as number) +
        (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
        (words[index - 7] as number) +
        (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10));
    }
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let d = state[3] as number;
    let e = state[4] as number;
    let f = state[5] as number;
    let g = state[6] as number;
    let h = state[7] as number;
    for (let index = 0; index < 64; index += 1) {
      const one =
        (h +
          (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
          ((e & f) ^ (~e & g)) +
          (ROUNDS[index] as number) +
          (words[index] as number)) |
        0;
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
    state[5] = (state[5] as number) + f;
    state[6] = (state[6] as number) + g;
    state[7] = (state[7] as number) + h;
  }
}

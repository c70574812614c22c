/** A random sequence that can be repeated: mulberry32. @returns numbers from 0 to below 1 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
  length: number,
  random: () => number,
) => Uint8Array<ArrayBuffer>;

const joined = (...parts: Uint8Array<ArrayBuffer>[]) => new Uint8Array(Buffer.concat(parts));

const MUTATIONS: readonly Mutation[] = [
  function flip(bytes, at, length, random) {
    return bytes.map((byte, index) =>
      index >= at && index < at + length ? byte ^ Math.floor(random() * 256) : byte,
    );
  },
  function cut(bytes, at) {
    return bytes.slice(0, at);
  },
  function remove(bytes, at, length) {
    return joined(bytes.slice(0, at), bytes.slice(at + length));
  },
  function repeat(bytes, at, length) {
    return joined(bytes.slice(0, at + length), bytes.slice(at));
  },
  function blank(bytes, at, length) {
    return bytes.map((byte, index) => (index >= at && index < at + length ? 0 : byte));
  },
  function fill(bytes, at, length) {
    return bytes.map((byte, index) => (index >= at && index < at + length ? 255 : byte));
  },
  function swap(bytes, at, length) {
    return joined(
      bytes.slice(0, at),
      bytes.slice(at + length, at + 2 * length),
      bytes.slice(at, at + length),
      bytes.slice(at + 2 * length),
    );
  },
];

/** The bytes with one to three things done to them that happen to files: bits flipped, parts lost, doubled or moved. */
export function mutated(bytes: Uint8Array<ArrayBuffer>, random: () => number): Uint8Array<ArrayBuffer> {
  let result = bytes;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const at = Math.floor(random() * result.length);
    const length = 1 + Math.floor(random() ** 3 * 512);
    const mutation = MUTATIONS[Math.floor(random() * MUTATIONS.length)];
    if (mutation) result = mutation(result, at, length, random);
  }
  return result;
}

import { createHash } from "node:crypto";

/** Returns the same UUID for the same texts, so that a repeated operation finds what it created the first time. */
export function stableUuid(...texts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
  const [a, b, c, d] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16), digest.slice(17, 20)];
  // Version 8 of RFC 9562: custom bits.
  return `${a}-${b}-8${c}-8${d}-${digest.slice(20, 32)}`;
}

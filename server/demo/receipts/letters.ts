import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype, { type Font } from "opentype.js";

const require = createRequire(import.meta.url);

/** The bundled font, so that receipts look the same on a machine without fonts. */
const plain = load(require.resolve("@fontsource/courier-prime/files/courier-prime-latin-400-normal.woff"));
const bold = load(require.resolve("@fontsource/courier-prime/files/courier-prime-latin-700-normal.woff"));

function load(path: string): Font {
  const file = readFileSync(path);
  return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
}

export interface LetterStyle {
  size: number;
  isBold?: boolean;
  /** Where `x` is. */
  anchor?: "start" | "middle" | "end";
}

/** Draws a text as an SVG path with its baseline at `y`. */
export function letterPath(
  text: string,
  x: number,
  y: number,
  { size, isBold, anchor = "start" }: LetterStyle,
): string {
  const face = isBold ? bold : plain;
  const width = face.getAdvanceWidth(text, size);
  const left = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return `<path d="${face.getPath(text, left, y, size).toPathData(1)}"/>`;
}

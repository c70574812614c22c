import { hasPdfHeader } from "./check-pdf";

/** The types that can be attached. */
export const CONTENT_TYPES = ["image/jpeg", "image/png", "image/gif", "application/pdf"] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

const SIGNATURES: readonly [ContentType, readonly string[]][] = [
  ["image/jpeg", ["\xff\xd8\xff"]],
  ["image/png", ["\x89PNG\r\n\x1a\n"]],
  ["image/gif", ["GIF87a", "GIF89a"]],
];

/** The type by a file's first bytes. Its name and the type that a browser announced prove nothing. */
export function contentTypeOf(bytes: Uint8Array): ContentType | null {
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  const picture = SIGNATURES.find(([, prefixes]) => prefixes.some((prefix) => start.startsWith(prefix)));
  return picture?.[0] ?? (hasPdfHeader(bytes) ? "application/pdf" : null);
}

/** How a person knows a type. */
export const typeNameOf = (type: ContentType): string =>
  ({ "image/jpeg": "JPG", "image/png": "PNG", "image/gif": "GIF", "application/pdf": "PDF" })[type];

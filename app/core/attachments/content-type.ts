/** The types that can be attached. */
export const CONTENT_TYPES = ["image/jpeg", "image/png", "image/gif", "application/pdf"] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

const SIGNATURES: readonly [ContentType, readonly string[]][] = [
  ["image/jpeg", ["\xff\xd8\xff"]],
  ["image/png", ["\x89PNG\r\n\x1a\n"]],
  ["image/gif", ["GIF87a", "GIF89a"]],
  ["application/pdf", ["%PDF-1.", "%PDF-2."]],
];

/** The type by a file's first bytes. Its name and the type that a browser announced prove nothing. */
export function contentTypeOf(bytes: Uint8Array): ContentType | null {
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  return SIGNATURES.find(([, prefixes]) => prefixes.some((prefix) => start.startsWith(prefix)))?.[0] ?? null;
}

/** How a person knows a type. */
export const typeNameOf = (type: ContentType): string =>
  ({ "image/jpeg": "JPG", "image/png": "PNG", "image/gif": "GIF", "application/pdf": "PDF" })[type];

/** Of the file's end, in bytes, where a PDF must have its end marker. */
const PDF_END = 2_048;

/** True for a PDF that isn't cut off. Its content is not read here: viewers must treat it as hostile. */
export const isWholePdf = (bytes: Uint8Array): boolean =>
  /startxref\s+\d+\s+%%EOF/.test(Buffer.from(bytes.subarray(-PDF_END)).toString("latin1"));

import type { Permission } from "~/platform/auth/permission";

/** What may be attached for one purpose. */
export interface AttachmentDefinition {
  /** `receipt`. */
  name: string;
  types: readonly ContentType[];
  maxMegabytes: number;
  /** The permission that reading it requires. */
  permission: Permission;
  /**
   * Where its files are from. What people upload can't be read before a task has decoded it. What the app has made itself can be read
   * immediately.
   */
  origin: "people" | "app";
  /** The name of the task that is requested when a file of people has been decoded, or can't be. */
  task?: string;
}

/** Bytes in a megabyte. */
export const MEGABYTE = 1024 * 1024;

/** How much larger than its file the form of an upload may be. */
export const AROUND_UPLOAD_MEGABYTES = 1;

/**
 * The largest body that a public page with an upload receives, whatever its kind takes: most pictures of cameras are smaller, and their
 * form is shown again. Above the kind's size, no byte is kept.
 */
export const RECEIVED_UPLOAD_MEGABYTES = 50;

/** The types that can be attached. */
const CONTENT_TYPES = ["image/jpeg", "image/png", "image/gif", "application/pdf"] as const;

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

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** Readers find the header within this many bytes. */
const HEADER_WITHIN = 1_024;

/** Of the file's end, in bytes, where a PDF must have its end marker. */
const END_WITHIN = 2_048;

/**
 * Whether a file begins as a PDF. A byte order mark, empty lines or one line of text may be before its header, as some mail programs and
 * scanners write it. Markup may not, so that a page that only names PDF isn't one.
 */
function hasPdfHeader(bytes: Uint8Array): boolean {
  const start = latin1(bytes.subarray(0, HEADER_WITHIN));
  const at = start.search(/%PDF-[12]\./);
  return at >= 0 && /^(?:\xef\xbb\xbf)?\s*(?:[^<\r\n]*[\r\n])?\s*$/.test(start.slice(0, at));
}

/** True for a PDF that isn't cut off. Zeros and white space that fill a sector of a disk may be after its end. */
export function isWholePdf(bytes: Uint8Array): boolean {
  let end = bytes.length;
  while (end > 0 && isPadding(bytes[end - 1])) end -= 1;
  return /startxref\s+\d+\s+%%EOF/.test(latin1(bytes.subarray(Math.max(0, end - END_WITHIN), end)));
}

const isPadding = (byte = 1): boolean =>
  byte === 0 || byte === 9 || byte === 10 || byte === 13 || byte === 32;

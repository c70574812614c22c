/** A text as a part of a file's name: letters, digits and single underscores, at most 60 characters. */
export function slug(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .slice(0, 60);
  return plain.replace(/^_+|_+$/g, "") || "Untitled";
}

/** An instant as a part of a file's name: `20260615T120000Z`. */
export const fileTimestamp = (instant: Date): string =>
  instant.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");

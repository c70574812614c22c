import type { UserError } from "./rows.ts";

const MAX_TAGS = 250;
const MAX_TAG_LENGTH = 255;

/** Parses tags as Shopify does: splits at commas, trims, and removes case-insensitive duplicates. */
export function parseTags(input: readonly string[]): string[] {
  return mergeTags(
    [],
    input.flatMap((tag) => tag.split(",")),
  );
}

/** Adds tags and sorts all of them. An existing tag keeps its case. */
export function mergeTags(present: readonly string[], added: readonly string[]): string[] {
  const byFold = new Map(present.map((tag) => [fold(tag), tag]));
  for (const tag of added) {
    const trimmed = tag.trim();
    if (trimmed !== "" && !byFold.has(fold(trimmed))) byFold.set(fold(trimmed), trimmed);
  }
  return [...byFold.values()].sort((a, b) => compare(fold(a), fold(b)) || compare(a, b));
}

/** The tags in `list` that aren't in `other`, ignoring case. */
export function subtractTags(list: readonly string[], other: readonly string[]): string[] {
  const removed = new Set(other.map(fold));
  return list.filter((tag) => !removed.has(fold(tag)));
}

/** Shopify's errors for a list of tags: more than 250 tags, or a tag longer than 255 characters. */
export function tagErrors(tags: readonly string[]): UserError[] {
  const errors: UserError[] = [];
  if (tags.length > MAX_TAGS) {
    errors.push({ field: ["tags"], message: `Tags cannot be more than ${MAX_TAGS}`, code: "INVALID" });
  }
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH)) {
    errors.push({
      field: ["tags"],
      message: `Tags is too long (maximum is ${MAX_TAG_LENGTH} characters)`,
      code: "TOO_LONG",
    });
  }
  return errors;
}

function fold(tag: string): string {
  return tag.trim().toLowerCase();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

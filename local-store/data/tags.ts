import type { UserError } from "./rows.ts";

const MAX_TAGS = 250;
const MAX_TAG_LENGTH = 255;

/** Tags as Shopify understands a list of them: commas split, spaces around go, duplicates (any case) go. */
export function parseTags(input: readonly string[]): string[] {
  return mergeTags(
    [],
    input.flatMap((tag) => tag.split(",")),
  );
}

/** The tags after adding some; a tag that is there in another case keeps its case. In alphabetical order. */
export function mergeTags(present: readonly string[], added: readonly string[]): string[] {
  const byFold = new Map(present.map((tag) => [fold(tag), tag]));
  for (const tag of added) {
    const trimmed = tag.trim();
    if (trimmed !== "" && !byFold.has(fold(trimmed))) byFold.set(fold(trimmed), trimmed);
  }
  return [...byFold.values()].sort((a, b) => compare(fold(a), fold(b)) || compare(a, b));
}

/** The tags of `list` that `other` does not have in any case. */
export function tagsWithout(list: readonly string[], other: readonly string[]): string[] {
  const gone = new Set(other.map(fold));
  return list.filter((tag) => !gone.has(fold(tag)));
}

/** What Shopify refuses of a whole list of tags: more than 250, or one longer than 255 characters. */
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

import { oneLine } from "~/platform/mail-address";
import { cleanIdentifier } from "~/platform/text/identifier";

/** The tags in a comma-separated text. Tags that differ only in case are merged. The first spelling is kept. */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(",")) {
    const tag = oneLine(cleanIdentifier(part));
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

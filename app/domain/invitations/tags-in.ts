import { oneLine } from "~/platform/mail-address";

/** The tags in a comma-separated text. Tags that differ in case only are one. */
export function tagsIn(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(",")) {
    const tag = oneLine(part);
    if (tag && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

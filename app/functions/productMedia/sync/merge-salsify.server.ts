import { numbered, type StoredItem } from "../media-list";
import { fileName, isExternalVideo, shopifyFileName } from "./file-names.server";

/** A product's list beside what Salsify has for it. */
export interface SalsifyComparison {
  /** The list with what changes without new files. */
  list: StoredItem[];
  /** How many items Salsify no longer has. */
  removed: number;
  /** URLs that the list doesn't have, and that Shopify can read. */
  missing: string[];
  /** Addresses of video files. Shopify takes those only as uploads. */
  unsupported: string[];
  /** Whether there is something to write. */
  isChanged: boolean;
}

/**
 * Compares a list with the URLs in Salsify. Order, status and texts are people's: they aren't changed. An item with the file name of
 * a URL is taken as that file. One that Salsify no longer has becomes inactive, and is no longer compared.
 */
export function compareWithSalsify(list: readonly StoredItem[], urls: readonly string[]): SalsifyComparison {
  const wanted = new Set(urls);
  const sources = new Set(list.flatMap(({ source }) => source ?? []));
  const unknown = new Map<string, string>();
  for (const url of urls)
    if (!sources.has(url)) for (const name of [fileName(url), shopifyFileName(url)]) unknown.set(name, url);
  const compared = list.map((item): StoredItem => {
    const { source, ...rest } = item;
    if (source) return wanted.has(source) ? item : { ...rest, active: false };
    const url = unknown.get(fileName(item.src));
    if (!url || sources.has(url)) return item;
    sources.add(url);
    return { ...rest, source: url };
  });
  const added = urls.filter((url) => !sources.has(url));
  const unsupported = added.filter(isVideoFile);
  const missing = added.filter((url) => !isVideoFile(url));
  const removed = compared.filter(({ source }, index) => !source && list[index]?.source).length;
  const isChanged = missing.length > 0 || compared.some((item, index) => item.source !== list[index]?.source);
  return { list: compared, removed, missing, unsupported, isChanged };
}

/** Appends a file from Salsify. Its text is a suggestion, until a person accepts it. */
export const withFile = (
  list: readonly StoredItem[],
  file: { id: string; url: string; src: string },
): StoredItem[] =>
  numbered([
    ...list.filter(({ id }) => id !== file.id),
    {
      id: file.id,
      type: isExternalVideo(file.url) ? "video" : "image",
      src: file.src || file.url,
      active: true,
      order: 0,
      text: "",
      newText: isExternalVideo(file.url) ? "" : suggestedText(file.url),
      source: file.url,
    },
  ]);

const isVideoFile = (url: string): boolean => /\.(mp4|m4v|mov|webm)$/i.test(fileName(url));

/** Words of the file's name: "drill front view" for `drill-front_view.jpg`. */
function suggestedText(url: string): string {
  let name = fileName(url);
  try {
    name = decodeURIComponent(name);
  } catch {
    // A percent sign that encodes nothing stays.
  }
  return name
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[-_+\s]+/g, " ")
    .trim()
    .slice(0, 512);
}

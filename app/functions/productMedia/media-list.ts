/** A picture or video in a product's media list, as the calls answer it. */
export interface MediaItem {
  /** The number in Shopify's id of the file. */
  id: string;
  type: "image" | "video";
  src: string;
  /** Whether the storefront shows it. Says nothing about the product's own media. */
  active: boolean;
  /** Its position, from 1. */
  order: number;
  /** The alt text. */
  text: string;
  /** A suggested alt text. Empty without one. */
  newText: string;
}

/** An item as it is stored. */
export interface StoredItem extends MediaItem {
  /** The URL in Salsify that it came from. */
  source?: string;
}

/** Shopify's limit for alt texts (characters). */
export const MAX_TEXT_LENGTH = 512;
/** Shopify's limit for a metafield of type JSON (bytes). */
export const MAX_LIST_BYTES = 128 * 1024;

/** The same items with positions from 1. */
export const numbered = <Item extends MediaItem>(items: readonly Item[]): Item[] =>
  items.map((item, index) => ({ ...item, order: index + 1 }));

/**
 * Moves an item.
 * @param order the new position, from 1. A larger one than the last moves it to the end
 */
export function moveItem<Item extends MediaItem>(items: readonly Item[], id: string, order: number): Item[] {
  const moved = items.find((item) => item.id === id);
  const rest = items.filter((item) => item.id !== id);
  return numbered(moved ? rest.toSpliced(order - 1, 0, moved) : rest);
}

/** Changes one item's fields. */
export const changeItem = (
  items: readonly StoredItem[],
  id: string,
  change: Partial<Pick<StoredItem, "active" | "text" | "newText">>,
): StoredItem[] => items.map((item) => (item.id === id ? { ...item, ...change } : item));

/** Whether two lists are stored as the same value. */
export const isSameList = (a: readonly StoredItem[], b: readonly StoredItem[]): boolean =>
  JSON.stringify(a.map(storedForm)) === JSON.stringify(b.map(storedForm));

/** An item with its fields in a fixed order, so that the same list is the same text. */
export const storedForm = ({
  id,
  type,
  src,
  active,
  order,
  text,
  newText,
  source,
}: StoredItem): StoredItem => ({
  id,
  type,
  src,
  active,
  order,
  text,
  newText,
  ...(source && { source }),
});

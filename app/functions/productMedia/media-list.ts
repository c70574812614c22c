import type { TabPermission } from "~/platform/auth/permission";

/** A picture or video in a product's media list, as the calls answer it. */
interface MediaItem {
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

/** The items with positions from 1. */
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

export const UNREADABLE_LIST =
  "The product's stored media list isn't readable, so nothing was changed. It was written outside Backroom. Delete the product metafield media.list of this app, then search again.";

export const LIST_CHANGED =
  "The media list was changed since you loaded it, so your change wasn't saved. Search again, then repeat it.";

export const ITEM_GONE = "This item is no longer in the media list. Search again to see the current list.";

export const STILL_PROCESSING =
  "Shopify is still processing a file of this product. Wait a minute, then reset the list again.";

export const ENTER_IDENTIFIER = "Enter a SKU, a handle or an id.";

/** Beside the reason why an earlier change was refused, or why the list is no longer shown. */
export const laterChangesNotSaved = (count: number, product: string): string =>
  count === 1
    ? `Your last change to the media of ${product} wasn't saved. Repeat it.`
    : `Your last ${count} changes to the media of ${product} weren't saved. Repeat them.`;

/** How long the outcome of a change is shown. */
export const MESSAGE_SECONDS = 5;

/** Titles of banners on the tab Sync. The log file's is the same whether it was refused or not read. */
export const SYNC_TITLES = {
  logsRefused: "Error querying logs",
  logFileNotLoaded: "Error loading log file",
  logFileRefused: "Error loading log file",
};

export const NO_TAB =
  "You don't have access to any tab of this page. The account owner can grant it on the Access page.";

/** The tabs of Product Media. An administrator's access can be limited to some of them. */
export const MEDIA_TABS = ["media", "sync"] as const;

export type MediaTab = (typeof MEDIA_TABS)[number];

/** What a tab shows. */
export const mediaTab = (tab: MediaTab): TabPermission => ({ flag: "showProductMedia", tabs: [tab] });

export const TAB_LABELS: Record<MediaTab, string> = { media: "Product Media", sync: "Sync" };

/** The syncs of Product Media, as its calls and messages name them. Its list of products has the name, too. */
export const SECTION = "productMedia";

/** Which products the page lists: all, those without pictures, and those that have media without alt text. */
export const PRODUCT_VIEWS = ["all", "pictures", "texts"] as const;

export type ProductView = (typeof PRODUCT_VIEWS)[number];

/** A text that the server takes: without spaces around it. */
export interface NewText {
  mediaId: string;
  text: string;
  /** What the person saw when they changed it. Undefined: it isn't compared. */
  before?: string;
}

/** What a field says whose text was changed by someone else. */
export const changedTo = (text: string): string =>
  text ? `It was changed to “${text}”. Save replaces that.` : "It was deleted since. Save stores yours.";

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

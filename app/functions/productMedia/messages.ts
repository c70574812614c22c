export const UNREADABLE_LIST =
  "The product's stored media list isn't readable, so nothing was changed. It was written outside Backroom. Delete the product metafield media.list of this app, then search again.";

export const LIST_CHANGED =
  "The media list was changed since you loaded it, so your change wasn't saved. Search again, then repeat it.";
export const ITEM_GONE = "This item is no longer in the media list. Search again to see the current list.";

/** The messages after a save, each shown for 1.5 seconds. */
export const UPDATED = "Updated Successfully";
export const NOT_UPDATED = "Failed to Update Records";
export const MESSAGE_SECONDS = 1.5;

export const UNREADABLE =
  "The stored list of display names isn't readable, so nothing was changed. It was written outside Backroom. Delete the shop metafield salsify.display_names of this app, then try again.";

export const LIST_CHANGED =
  "The list was changed while yours was being saved, or saving took too long. Load the list again, then apply your changes to it.";

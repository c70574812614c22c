/** Before the reason of a failure. */
export const LOAD_FAILED = "Error getting metafields";
export const SELECT_FAILED = "Error updating metafields configuration";
export const updateFailed = (field: string): string => `Error updating ${field}`;

export const ACTIVATED = "Metafield activated for monitoring";
export const REMOVED = "Metafield removed from monitoring";
export const DELIMITER_SAVED = "Delimiter saved";

export const NO_FIELDS = "No metafields found.";
/** Below the reason why Shopify's answer is missing. */
export const STORED_ONLY =
  "The list has what is stored in Backroom: the metafields that products have, and the monitored ones. Their names, and metafields that no product has, are missing.";
export const NONE_ACTIVE = "No activated for monitoring metafields found.";
export const loaded = (count: number): string => `${count.toLocaleString("en-US")} metafield(s) loaded.`;
export const activated = (count: number): string =>
  count === 0 ? NONE_ACTIVE : `${count.toLocaleString("en-US")} activated for monitoring.`;

export const fieldNotFound = (field: string): string =>
  `There is no product metafield "${field}". The list has the metafields of the store.`;

/** In place of the changes, until there is a report to compare with. */
export const FIRST_REPORT = "Changes are shown from the next report on.";
export const changesOmitted = (count: number): string =>
  `${count.toLocaleString("en-US")} more changes don't fit into a sheet. Monitor fewer metafields to see all changes.`;
export const NEW_PRODUCT = "New in the report";
export const FORMER_PRODUCT = "No longer active";
export const OVERTAKEN =
  "Another Salsify report was finished while this one was being created. Generate the report again.";

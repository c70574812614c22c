/** Texts that the specification fixes. */
export const SETTINGS_NOT_LOADED = "Error getting settings: ";

export const NO_SETTINGS = "No settings found.";

export const SETTINGS_UPDATED = "Settings updated";

export const SETTINGS_NOT_UPDATED = "Error updating settings";

export const notUpdated = (names: readonly string[]): string => `Not updated: ${names.join(", ")}`;

export const PRICESPIDER_UPDATED = "PriceSpider updated";

export const PRICESPIDER_NOT_UPDATED = "Error updating PriceSpider";

export const TRANSFER_STARTED = "The transfer was started. Its progress is shown below the settings.";

export const TRANSFER_RETRIED = "The transfer is being retried.";

export const NEWER_TRANSFER = "A newer transfer has started. Start a transfer instead of retrying this one.";

export const KEY_ACCEPTED = "The change was accepted. Start the transfer again.";

export const TRANSFER_OFF =
  "The transfer to PriceSpider is turned off. Select Enable in the settings and update them, then try again.";

export const HOST_NEEDED = "needs a host: it is stored for one server";

export const PASSWORD_NEEDED = "is needed: a stored password isn't sent to another server or user";

/** The runs of PriceSpider, as its calls and messages name them. */
export const SECTION = "priceSpider";

/** What open pages load again when the settings change. */
export const SETTINGS_LIST = "priceSpider.settings";

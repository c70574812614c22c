/** The runs of PriceSpider, as its calls and messages name them. */
export const SECTION = "priceSpider";

/** What open pages load again when the settings change. */
export const SETTINGS_LIST = "priceSpider.settings";

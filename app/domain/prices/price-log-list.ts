/** The name of the price log's list, which pages are notified about. */
export const PRICE_LOG_LIST = "pricelog";

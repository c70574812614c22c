/** What lists of customers say before the mirror was filled for the first time. */
export const FIRST_READING =
  "The store's customers are being read for the first time. They appear here in a moment.";

/** The figure of a home card that counts customers, before the mirror was filled for the first time: 0 would be wrong. */
export const FIRST_READING_FIGURE = { text: "Customers are still being read", asOf: null };

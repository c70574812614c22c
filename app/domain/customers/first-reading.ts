/** What lists of customers say before the mirror was filled for the first time. */
export const FIRST_READING =
  "The store's customers are being read for the first time. They appear here in a moment.";

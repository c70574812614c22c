/** Error texts for failures without a reason that the user could act on. */
export const FALLBACKS = {
  load: "Error loading customers data",
  refresh: "Error refreshing customers data",
  export: "Error exporting customers data",
} as const;

export const REFRESHED = "The figures were read from Shopify.";
export const NO_FIGURES =
  "Shopify didn't return the number of customers. Today's figures are unchanged. Try again in a minute.";

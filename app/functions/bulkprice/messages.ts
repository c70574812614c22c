/** Specified texts. Don't change them. */
export const SKU_NOT_VALID = "Sku not valid.";
export const PRICE_NOT_VALID = "Price not valid.";
export const DATE_NOT_VALID = "Date not valid.";

/** Of fields for which the specification has no text. */
export const END_NOT_VALID = "End date not valid. It must be after the effective date.";
export const COMPARE_AT_NOT_VALID = "Compare At Price not valid.";

/** What the list says under "No Records Found". */
export const emptyHint = (search: string): string =>
  search
    ? `No scheduled price has “${search}” in its SKU. Clear the search to see them all.`
    : "Import a file with prices. Each row is listed here with its date and its state.";

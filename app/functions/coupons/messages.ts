/** Specified text. Don't change it. */
export const EMAIL_SENT = "Email sent successfully.";

/** What the list says under "No Records Found". */
export const emptyHint = (isNarrowed: boolean): string =>
  isNarrowed
    ? "No coupon matches. Clear the search and the filters to see them all."
    : "Upload a file with codes. Each code is listed here with the order that it was assigned to.";

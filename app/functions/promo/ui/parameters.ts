/** The URL parameters of the page's lists, beside the ones that all lists have. */
export const TYPE_PARAMETER = "type";
export const SIZE_PARAMETER = "size";
export const LOYALTY_STATUS_PARAMETER = "loyaltyStatus";
export const LOYALTY_REASON_PARAMETER = "loyaltyReason";

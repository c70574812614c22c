/** What the report says of each order in its last column. */
export const WRITTEN = "written";
export const WRITTEN_EARLIER = "written earlier today";
export const NOT_WRITTEN_FULFILLED = "not written: fulfilled";

/** Why an order wasn't checked. */
export const DELETED = "the order was deleted";
export const NO_CONTACTS = "the order has no contact details";

/** The name of the request kind: a guest's page is a request of this kind. */
export const GUEST_REQUEST = { name: "event" };

/** The path of the page on which guests find their registration. */
export const GUEST_PAGE = "request";

/** What staff can make of a guest by hand. A guest who attends has registered. */
export const GUEST_STATES = ["attending", "waiting", "canceled"] as const;

export type GuestState = (typeof GUEST_STATES)[number];

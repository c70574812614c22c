/** Shown on the page of a personal link when the person can't register. */
export const GONE = "This event was canceled.";
export const OVER = "This event is over.";
export const CLOSED = "The time to register for this event has passed.";
export const FULL = "This event is full: every place has been taken.";
/** An event that isn't published takes no registrations. */
export const NOT_OPEN = "Registration for this event hasn't opened yet. Try your link again later.";

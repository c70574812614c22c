/** What somebody who was invited is told when they cannot register (their personal link's page). */
export const GONE = "This event does not take place any more.";
export const OVER = "This event is over.";
export const CLOSED = "The time to register for this event has passed.";
export const FULL = "This event is full: every place has been taken.";

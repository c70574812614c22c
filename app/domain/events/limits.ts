import { pluralize } from "~/platform/text/pluralize";

/** The realtime list of events. */
export const EVENTS_LIST = "events";

/** The most characters of an event's name and description. */
export const EVENT_NAME_MOST = 255;

export const EVENT_DESCRIPTION_MOST = 5_000;

/** The most characters of an event's location. */
export const EVENT_LOCATION_MOST = 255;

/** The most people that an event may have room for. */
export const CAPACITY_MOST = 1_000_000;

/** The warning before more people are invited than can register. */
export const fewerPlaces = (places: number, people: number): string =>
  `The event has ${pluralize(places, "place")} left for ${people.toLocaleString("en-US")} people. The first to register get ${places === 1 ? "it" : "them"}.`;

export const DRAFT_MEANING =
  "People can be invited to a draft, but their links don't work until it is published.";

/** The warning before people are invited to an event that isn't published. */
export const DRAFT_WARNING =
  "The event is a draft. People can be invited, but their links don't work until it is published.";

/** Shown on the page of a personal link when the person can't register. */
export const GONE = "This event was canceled.";

export const OVER = "This event is over.";

export const CLOSED = "The time to register for this event has passed.";

export const FULL = "This event is full: every place has been taken.";

/** An event that isn't published takes no registrations. */
export const NOT_OPEN = "Registration for this event hasn't opened yet. Try your link again later.";

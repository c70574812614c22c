import { pluralize } from "~/platform/text/pluralize";
/** The warning before more people are invited than can register. */
export const fewerPlaces = (places: number, people: number): string =>
  `The event has ${pluralize(places, "place")} left for ${people.toLocaleString("en-US")} people. The first to register get ${places === 1 ? "it" : "them"}.`;

/** The warning before people are invited to an event that isn't published. */
export const DRAFT_WARNING =
  "The event is a draft. People can be invited, but their links don't work until it is published.";

import type { Place } from "../draw/schemas";
import type { ListedEntrant } from "../entrants/schemas";
import type { Giveaway } from "../schemas";

/** A giveaway as a list row, whose ids are strings. */
export type GiveawayRow = Omit<Giveaway, "id"> & { id: string };

/** An entrant as a list row. */
export type EntrantRow = ListedEntrant & { id: string };

/** A drawn entrant as a list row. */
export type PlaceRow = Place & { id: string };

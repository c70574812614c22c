/**
 * The state of an entrant. `withdrawn`: they no longer want to take part, and can enter again. `erased`: their data was deleted on a privacy
 * request.
 */
export const ENTRANT_STATES = ["registered", "disqualified", "withdrawn", "erased"] as const;

export type EntrantState = (typeof ENTRANT_STATES)[number];

/** The state of a drawn entrant. */
export const PLACE_STATES = ["winner", "alternate", "declined", "disqualified"] as const;

export type PlaceState = (typeof PLACE_STATES)[number];

/** Their labels on screen and in the report. */
export const ENTRANT_STATE_NAMES: Record<EntrantState, string> = {
  registered: "Registered",
  disqualified: "Disqualified",
  withdrawn: "Withdrawn",
  erased: "Erased",
};

const NOT_DRAWN = "Not drawn";

export const PLACE_STATE_NAMES: Record<PlaceState, string> = {
  winner: "Winner",
  alternate: "Alternate",
  declined: "Declined",
  disqualified: "Disqualified",
};

/** An entrant's state as one label: their place in a draw, or whether they take part. */
export function entrantLabel({
  state,
  place,
  isDrawn,
}: {
  state: EntrantState;
  place: PlaceState | null;
  /** Whether the giveaway was drawn. */
  isDrawn: boolean;
}): string {
  if (place) return PLACE_STATE_NAMES[place];
  return state === "registered" && isDrawn ? NOT_DRAWN : ENTRANT_STATE_NAMES[state];
}

/** Every label without duplicates, the most important first. */
export const ENTRANT_LABELS: readonly string[] = [
  ...new Set([...Object.values(PLACE_STATE_NAMES), NOT_DRAWN, ...Object.values(ENTRANT_STATE_NAMES)]),
];

/** Every entrant, the eligible ones, and the disqualified ones. */
export const ENTRANT_TABS = ["all", "registered", "disqualified"] as const;

export type EntrantTab = (typeof ENTRANT_TABS)[number];

export const ENTRANT_TAB_LABELS: Record<EntrantTab, string> = {
  all: "All",
  registered: "Taking part",
  disqualified: "Disqualified",
};

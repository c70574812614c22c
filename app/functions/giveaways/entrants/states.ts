/** The state of an entrant; `erased` means that their data was deleted on a privacy request. */
export const ENTRANT_STATES = ["registered", "disqualified", "erased"] as const;
export type EntrantState = (typeof ENTRANT_STATES)[number];

/** The state of a drawn entrant. */
export const PLACE_STATES = ["winner", "alternate", "declined", "disqualified"] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

/** Their labels on screen and in the report. */
export const ENTRANT_STATE_NAMES: Record<EntrantState, string> = {
  registered: "Registered",
  disqualified: "Disqualified",
  erased: "Erased",
};

export const PLACE_STATE_NAMES: Record<PlaceState, string> = {
  winner: "Winner",
  alternate: "Alternate",
  declined: "Declined",
  disqualified: "Disqualified",
};

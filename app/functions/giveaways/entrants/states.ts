/** Where an entrant stands; `erased` is somebody whose data were erased by law. */
export const ENTRANT_STATES = ["registered", "disqualified", "erased"] as const;
export type EntrantState = (typeof ENTRANT_STATES)[number];

/** Where somebody stands who was drawn. */
export const PLACE_STATES = ["winner", "alternate", "declined", "disqualified"] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

/** How each reads, alone and in the report. */
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

import type { BadgeProps } from "@shopify/polaris";
import type { EntrantState, PlaceState } from "../entrants/states";

type Tone = BadgeProps["tone"];

/** The colors of the states of entrants, and of drawn entrants. */
export const ENTRANT_TONES: Record<EntrantState, Tone> = {
  registered: undefined,
  disqualified: "warning",
  erased: undefined,
};
export const PLACE_TONES: Record<PlaceState, Tone> = {
  winner: "success",
  alternate: "info",
  declined: undefined,
  disqualified: "warning",
};

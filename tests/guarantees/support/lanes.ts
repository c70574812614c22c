/** A small run tests the promises of each side by side, on a Backroom of its own. */
export const LANES = ["rules", "processes"] as const;

export type Lane = (typeof LANES)[number];

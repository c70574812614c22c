/** Why a draw is refused. */
export const NO_ELIGIBLE_ENTRANTS =
  "There are no eligible entrants. Everyone who registered is disqualified, has already won, or registered outside the giveaway's dates.";

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** The result of a draw. */
export const drawnText = (drawn: number, entries: number): string =>
  `${drawn.toLocaleString("en-US")} drawn from ${count(entries, "entry", "entries")}.`;

export const peopleText = (number: number): string => count(number, "person", "people");

/** What a verification compares. */
export const CHECKS = {
  commitment: "The seed matches the one committed before the draw",
  digest: "The entries match the saved ones",
  count: "No entry is missing or added",
  result: "The same entrants are drawn in the same order",
} as const;

export const HOLDS = "Verified: the draw gives the same winners and alternates.";
export const DOES_NOT_HOLD = "Verification failed: the draw doesn't give the saved result.";

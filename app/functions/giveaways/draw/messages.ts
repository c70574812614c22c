/** Why nothing can be drawn. */
export const NOBODY_ELIGIBLE =
  "Nobody can be drawn: everybody who registered is disqualified, has won already, or registered on other days than the giveaway's.";

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** What came of a draw. */
export const drawnText = (drawn: number, entries: number): string =>
  `${drawn.toLocaleString("en-US")} drawn from ${count(entries, "entry", "entries")}.`;

export const peopleText = (number: number): string => count(number, "person", "people");

/** What running a draw again compares. */
export const CHECKS = {
  commitment: "The seed is the one that was fixed before",
  digest: "The entries are those that were saved",
  count: "None is missing, and none has been added",
  result: "The same people are drawn, in the same order",
} as const;

export const HOLDS = "Run again, the draw gives the same winners and alternates.";
export const DOES_NOT_HOLD = "Run again, this draw does not give what was saved.";

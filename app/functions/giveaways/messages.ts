/** What is said when something failed without a reason that the person could do anything about (section 8 of the third specification text). */
export const FALLBACKS = {
  create: "Error creating giveaway",
  update: "Error updating giveaway",
  remove: "Error deleting giveaway",
  load: "Error loading giveaways",
  get: "Error getting giveaways",
  query: "Error querying giveaways",
  report: "Error creating report",
} as const;

/** What is wrong with a field. */
export const NAME_NOT_VALID = "Giveaway Name not valid.";
export const DESCRIPTION_NOT_VALID = "Giveaway Description not valid.";
export const START_DATE_NOT_VALID = "Giveaway Start Date not valid.";
export const END_DATE_NOT_VALID = "Giveaway End Date not valid.";
export const END_BEFORE_START = "The End Date must not be before the Start Date.";
export const REGISTRATION_COUNT_NOT_VALID =
  "Write how many may register as a whole number, or leave it empty for any number.";

/** The first option of the report's select, and what is said while it is chosen. */
export const SELECT_GIVEAWAY = "Select Giveaway";
export const CHOOSE_A_GIVEAWAY = "Choose the giveaway that the report is about.";

export const NO_SUCH_GIVEAWAY =
  "There is no such giveaway. It may have been deleted meanwhile; reload the page.";
export const DELETED_MEANWHILE = "This giveaway was deleted meanwhile. Nothing of yours was saved.";

/** How many have registered, of how many who may. */
export const registeredText = ({
  registered,
  registrationCount,
}: {
  registered: number;
  registrationCount: number | null;
}): string => {
  const [are, most] = [registered, registrationCount].map((count) => (count ?? 0).toLocaleString("en-US"));
  return registrationCount === null ? `${are}` : `${are} of ${most}`;
};

/** Where a giveaway is in its life. */
export const PHASES = ["scheduled", "open", "full", "ended", "drawn"] as const;
export type Phase = (typeof PHASES)[number];

export const PHASE_NAMES: Record<Phase, string> = {
  scheduled: "Not yet open",
  open: "Open",
  full: "Full",
  ended: "Ended",
  drawn: "Drawn",
};

/** What the list says under "No Records Found". */
export const emptyHint = (searched: boolean): string =>
  searched
    ? "No giveaway has this in its name or description. Clear the search to see them all."
    : "Create the first one with Add Giveaway, then share the link of its registration page.";

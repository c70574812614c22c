/** Error texts for failures without a reason that the user could act on. */
export const FALLBACKS = {
  create: "Error creating giveaway",
  update: "Error updating giveaway",
  remove: "Error deleting giveaway",
  load: "Error loading giveaways",
  get: "Error getting giveaways",
  query: "Error querying giveaways",
  report: "Error creating report",
} as const;

/** Field errors. */
export const NAME_NOT_VALID = "Giveaway Name not valid.";

export const DESCRIPTION_NOT_VALID = "Giveaway Description not valid.";

export const START_DATE_NOT_VALID = "Giveaway Start Date not valid.";

export const END_DATE_NOT_VALID = "Giveaway End Date not valid.";

export const END_BEFORE_START = "The End Date must not be before the Start Date.";

export const REGISTRATION_COUNT_NOT_VALID =
  "Enter the Registration Count as a whole number, or leave it blank for no limit.";

/** The first option of the report's select, and the hint while it is selected. */
export const SELECT_GIVEAWAY = "Select Giveaway";

export const CHOOSE_A_GIVEAWAY = "Choose a giveaway for the report.";

export const GIVEAWAY_NOT_FOUND = "This giveaway doesn't exist. It may have been deleted.";

export const GIVEAWAY_DELETED = "This giveaway was deleted. Your changes weren't saved.";

/** The number of registrations, and the limit if there is one. */
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

/** The phases of a giveaway. */
export const PHASES = ["scheduled", "open", "full", "ended", "drawn"] as const;

export type Phase = (typeof PHASES)[number];

export const PHASE_NAMES: Record<Phase, string> = {
  scheduled: "Not yet open",
  open: "Open",
  full: "Full",
  ended: "Ended",
  drawn: "Drawn",
};

/** The list's hint under "No Records Found". */
export const emptyHint = (searched: boolean): string =>
  searched
    ? "No giveaway matches in name or description. Clear the search to see all giveaways."
    : "Select Add Giveaway to create the first one, then share its registration link.";

/** The maximum length of a giveaway's name and description. */
export const MAX_NAME_LENGTH = 255;

export const MAX_DESCRIPTION_LENGTH = 5_000;

/** The maximum of a giveaway's Registration Count. */
export const MAX_REGISTRATIONS = 10_000_000;

/** The maximum number of tickets per entry: a draw's work grows with them. */
export const MAX_WEIGHT = 1_000;

/** The maximum number of winners, and of alternates, of one draw. */
export const MAX_DRAWN = 1_000;

/** The maximum length of a reason. */
export const MAX_REASON_LENGTH = 500;

/** The realtime lists of giveaways, of their entrants, and of the entrants that a draw drew. */
export const GIVEAWAYS_LIST = "giveaways";
export const ENTRANTS_LIST = "giveaway-entrants";
export const PLACES_LIST = "giveaway-places";

/** The sort order after a create, change or delete. */
export const NEWEST_FIRST = "createdDate desc";

/** The tabs of the screen. */
export const GIVEAWAY_TABS = ["manage", "report"] as const;
export type GiveawayTab = (typeof GIVEAWAY_TABS)[number];
export const GIVEAWAY_TAB_LABELS: Record<GiveawayTab, string> = {
  manage: "Manage Giveaways",
  report: "Report",
};

import type { CodeStatus } from "~/domain/codes/code-tags";

/** Before the reason of a failure. */
export const FALLBACKS = {
  load: "Error getting registration codes",
  partners: "Error getting partners list",
  create: "Error creating registration code",
  update: "Error updating registration code",
  emailDomains: "Error updating email domains",
  generate: "Error creating registration codes",
  deactivate: "Error deactivating registration code",
  reactivate: "Error reactivating registration code",
} as const;

/** How long a dialog stays with its loader after a save. Specified. */
export const CLOSES_AFTER_MS = 2_000;

export const TITLE = "Registration Codes";

/** Spelled so in the specification. */
export const ADD_CODE = "Add new Registation Code";

/** Of a list that couldn't be read. The reason is above it. */
export const NOT_READ = { heading: "The list couldn't be loaded", hint: "Refresh it to try again." };

export const NO_CODES = "No registration codes found.";

export const CODE_NOT_VALID = "Enter a Registration Code of at most 40 characters.";

export const START_DATE_NOT_VALID = "Enter the Start Date as MM/DD/YYYY.";

export const END_DATE_NOT_VALID = "Enter the End Date as MM/DD/YYYY.";

export const START_NOT_BEFORE_END = "The Start Date must be before the End Date.";

export const SPEND_LIMIT_NOT_VALID = "Enter the Spend Limit as a whole number, or leave it blank.";

export const MAX_COUNT_NOT_VALID = "Enter the Max Count as a whole number, or leave it blank for no limit.";

export const PARTNER_NOT_VALID = "Choose a partner.";

export const NO_PARTNERS = "There are no partners yet. The account owner adds them on Settings.";

export const GUEST_EVENTS_EXPIRED =
  "This code of guest-events has expired, so it can't be changed. Create a new code.";

/** The largest number of codes that one request creates. */
export const MAX_GENERATED = 500;

export const PATTERN_NOT_VALID =
  "Enter a pattern of at most 40 characters with # for each random character, such as SPRING-#####.";

export const COUNT_NOT_VALID = `Enter how many codes to create, from 1 to ${MAX_GENERATED}.`;

export const codeExists = (code: string): string =>
  `There is already a code ${code}. Letter case doesn't matter. Choose another one.`;

export const fewerThanUsed = (count: string): string =>
  `${count} have registered with this code already, so the Max Count can't be below ${count}.`;

/** The partner whose expired codes can't be changed. */
const GUEST_EVENTS = "guest-events";

/** False for an expired code of guest events. */
export const isEditable = (status: CodeStatus, partnerHandle: string): boolean =>
  !(status === "Expired" && partnerHandle === GUEST_EVENTS);

/** The tabs of the screen. */
export const CODE_TABS = ["list", "history"] as const;

export type CodeTab = (typeof CODE_TABS)[number];

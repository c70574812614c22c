/** Where a registration stands; the specification's section 4 keeps it as a tag on the customer. */
export const REGISTRATION_STATUSES = ["pending", "approved", "disabled"] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** The tag of each status. People read `STATUS_NAMES`. */
export const STATUS_TAGS: Record<RegistrationStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  disabled: "Disabled",
};

/** What people read for each status; a Disabled registration is shown as Rejected (section 4 of the first specification text). */
export const STATUS_NAMES: Record<RegistrationStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  disabled: "Rejected",
};

/**
 * The tabs of a screen of registrations. Somebody `waiting` carries the tag Pending like others who are, and was asked for
 * information: that is the console's own state.
 */
export const REGISTRATION_TABS = ["pending", "waiting", "approved", "disabled"] as const;
export type RegistrationTab = (typeof REGISTRATION_TABS)[number];

/** What people read for each tab. */
export const TAB_NAMES: Record<RegistrationTab, string> = { ...STATUS_NAMES, waiting: "Needs information" };

/** The status of the registrations in a tab, as the store has it. */
export const statusOfTab = (tab: RegistrationTab): RegistrationStatus =>
  tab === "waiting" ? "pending" : tab;

/** What people read for a status tag that was kept or answered as such; any other text is itself. */
export function shownStatus(tag: string): string {
  const status = REGISTRATION_STATUSES.find((candidate) => STATUS_TAGS[candidate] === tag);
  return status ? STATUS_NAMES[status] : tag;
}

/** The kinds of registration: which tag makes somebody one, which flag the work on them needs, and which list shows them. */
export const REGISTRATIONS = {
  student: {
    tag: "UserType:Student",
    flag: "showStudents",
    list: "students",
    noun: { one: "student", many: "students" },
  },
  staff: {
    tag: "UserType:Staff",
    flag: "showStaff",
    list: "staff",
    noun: { one: "staff customer", many: "staff customers" },
  },
} as const;
export type Registration = keyof typeof REGISTRATIONS;

/** The flags of all kinds: what a call about somebody of any kind asks for first. */
export const REGISTRATION_FLAGS = Object.values(REGISTRATIONS).map(({ flag }) => flag);

/** The moves that are allowed (section 4); everything else is refused. */
const TRANSITIONS: readonly { from: RegistrationStatus; to: RegistrationStatus }[] = [
  { from: "pending", to: "approved" },
  { from: "pending", to: "disabled" },
  { from: "approved", to: "disabled" },
  { from: "disabled", to: "approved" },
];

/** True for a move of section 4's table. */
export const isTransition = (from: RegistrationStatus, to: RegistrationStatus): boolean =>
  TRANSITIONS.some((move) => move.from === from && move.to === to);

/** The status that a tag stands for, in any case; null for every other tag. */
export function statusOfTag(tag: string): RegistrationStatus | null {
  return (
    REGISTRATION_STATUSES.find((status) => STATUS_TAGS[status].toLowerCase() === tag.trim().toLowerCase()) ??
    null
  );
}

/**
 * Where a customer's registration of this kind stands, read from the tags; null for somebody who is not of this kind or
 * carries no status. Somebody with several status tags is shown where the least is granted: Pending before Disabled
 * before Approved.
 */
export function registrationStatus(
  tags: readonly string[],
  registration: Registration,
): RegistrationStatus | null {
  const lower = new Set(tags.map((tag) => tag.toLowerCase()));
  if (!lower.has(REGISTRATIONS[registration].tag.toLowerCase())) return null;
  const cautious: RegistrationStatus[] = ["pending", "disabled", "approved"];
  return cautious.find((status) => lower.has(STATUS_TAGS[status].toLowerCase())) ?? null;
}

/** True when the tags carry the tag of this status, in any case. */
export const hasStatusTag = (tags: readonly string[], status: RegistrationStatus): boolean =>
  tags.some((tag) => statusOfTag(tag) === status);

/** The tags of every status but this one: a registration stands in one place alone. */
export const otherStatusTags = (status: RegistrationStatus): string[] =>
  REGISTRATION_STATUSES.filter((other) => other !== status).map((other) => STATUS_TAGS[other]);

/** The kinds of registration that a customer has. */
export function registrationsOf(tags: readonly string[]): Registration[] {
  const lower = new Set(tags.map((tag) => tag.toLowerCase()));
  return (Object.keys(REGISTRATIONS) as Registration[]).filter((kind) =>
    lower.has(REGISTRATIONS[kind].tag.toLowerCase()),
  );
}

import { REGISTERED_FLAGS, REGISTERED_KINDS } from "~/domain/customers/kinds";
import { REGISTRATION_TAGS } from "~/domain/customers/reserved-tags";

/** The statuses of a registration. A tag of the customer stores it. */
export const REGISTRATION_STATUSES = ["pending", "approved", "disabled"] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** The tag of each status. People read `STATUS_NAMES`. */
export const STATUS_TAGS: Record<RegistrationStatus, string> = REGISTRATION_TAGS;

/** What people read for each status. A Disabled registration is shown as Rejected. */
export const STATUS_NAMES: Record<RegistrationStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  disabled: "Rejected",
};

/**
 * The tabs of a screen of registrations. `waiting` is Backroom's own state: the customer has the tag Pending and was asked for
 * information.
 */
export const REGISTRATION_TABS = ["pending", "waiting", "approved", "disabled"] as const;
export type RegistrationTab = (typeof REGISTRATION_TABS)[number];

/** The label of each tab. */
export const TAB_NAMES: Record<RegistrationTab, string> = { ...STATUS_NAMES, waiting: "Needs information" };

/** The status of the registrations in a tab, as the store has it. */
export const statusOfTab = (tab: RegistrationTab): RegistrationStatus =>
  tab === "waiting" ? "pending" : tab;

/** The label of a stored status tag. Any other text is returned unchanged. */
export function shownStatus(tag: string): string {
  const status = REGISTRATION_STATUSES.find((candidate) => STATUS_TAGS[candidate] === tag);
  return status ? STATUS_NAMES[status] : tag;
}

/** The kinds of registration are the kinds of customers who have registered. */
export const REGISTRATIONS = REGISTERED_KINDS;
export type Registration = keyof typeof REGISTRATIONS;

/** The first part of the paths of a kind's calls. */
export const REGISTRATION_PATHS = { student: "students", staff: "staffs" } as const satisfies Record<
  Registration,
  string
>;

/** The flags of all kinds: a call about customers of any kind needs one of them. */
export const REGISTRATION_FLAGS = REGISTERED_FLAGS;

/** The allowed transitions. Everything else is refused. */
const TRANSITIONS: readonly { from: RegistrationStatus; to: RegistrationStatus }[] = [
  { from: "pending", to: "approved" },
  { from: "pending", to: "disabled" },
  { from: "approved", to: "disabled" },
  { from: "disabled", to: "approved" },
];

/** True for an allowed transition. */
export const isTransition = (from: RegistrationStatus, to: RegistrationStatus): boolean =>
  TRANSITIONS.some((move) => move.from === from && move.to === to);

/** The status of a tag, case-insensitive. Null for every other tag. */
export function statusOfTag(tag: string): RegistrationStatus | null {
  return (
    REGISTRATION_STATUSES.find((status) => STATUS_TAGS[status].toLowerCase() === tag.trim().toLowerCase()) ??
    null
  );
}

/**
 * The status of a customer's registration of this kind, read from the tags. Null without this kind or without a status. With
 * several status tags, the one that grants least applies: Pending before Disabled before Approved.
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

/** The statuses as a row of the mirror has them, by column. `waiting` is not among them: Shopify doesn't know it. */
export const statusColumns = (tags: readonly string[]) => ({
  student_status: registrationStatus(tags, "student") as string | null,
  staff_status: registrationStatus(tags, "staff") as string | null,
});
export type StatusColumns = ReturnType<typeof statusColumns>;

/** True when the tags carry the tag of this status, in any case. */
export const hasStatusTag = (tags: readonly string[], status: RegistrationStatus): boolean =>
  tags.some((tag) => statusOfTag(tag) === status);

/** The tags of every other status. A registration has only one status. */
export const otherStatusTags = (status: RegistrationStatus): string[] =>
  REGISTRATION_STATUSES.filter((other) => other !== status).map((other) => STATUS_TAGS[other]);

/** The kinds of registration that a customer has. */
export function registrationsOf(tags: readonly string[]): Registration[] {
  const lower = new Set(tags.map((tag) => tag.toLowerCase()));
  return (Object.keys(REGISTRATIONS) as Registration[]).filter((kind) =>
    lower.has(REGISTRATIONS[kind].tag.toLowerCase()),
  );
}

import type { Flag } from "~/platform/auth/permission";
import { nationalPartnerOf } from "./tag-value";

/** A kind of customer that a function works on. A customer may be of several kinds. */
export interface CustomerKind {
  /** Who may work on them. */
  flag: Flag;
  /** What one of them is called, in lower case. */
  noun: string;
  /** The list that shows them. */
  list: string;
  /** Whether a customer with these tags is one. */
  includes(tags: readonly string[]): boolean;
}

/** A kind that a tag of its own marks. */
interface TaggedKind {
  tag: string;
  flag: Flag;
  list: string;
  noun: { one: string; many: string };
}

/** Customers who have registered. */
export const REGISTERED_KINDS = {
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
} as const satisfies Record<string, TaggedKind>;
export type RegisteredKind = keyof typeof REGISTERED_KINDS;

/** Customers who accepted an invitation. Those of events and user types share no tag, so they aren't a kind. */
export const INVITED_KINDS = {
  partner: {
    tag: "Partner",
    flag: "showPartnerUsers",
    list: "partnerusers",
    noun: { one: "partner user", many: "partner users" },
  },
  retiree: {
    tag: "Retiree",
    flag: "showRetireeUsers",
    list: "retireeusers",
    noun: { one: "retiree user", many: "retiree users" },
  },
  invite: {
    tag: "Invited",
    flag: "showInviteUsers",
    list: "inviteusers",
    noun: { one: "invited user", many: "invited users" },
  },
  toolconnect: {
    tag: "Tool-Connect",
    flag: "showToolConnectInviteUsers",
    list: "toolconnectinviteusers",
    noun: { one: "tool-connect user", many: "tool-connect users" },
  },
} as const satisfies Record<string, TaggedKind>;

/** True for the same tag. Shopify's tags don't depend on upper and lower case. */
export const isSameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const kindOf = ({ tag, flag, list, noun }: TaggedKind): CustomerKind => ({
  flag,
  list,
  noun: noun.one,
  includes: (tags) => tags.some((each) => isSameTag(each, tag)),
});

/** Those who have registered, by the kind of their registration. */
export const REGISTERED = (Object.keys(REGISTERED_KINDS) as RegisteredKind[]).map((registration) => ({
  registration,
  ...kindOf(REGISTERED_KINDS[registration]),
}));

/** The flags of which one is needed to work on a registered customer. */
export const REGISTERED_FLAGS: readonly Flag[] = REGISTERED.map(({ flag }) => flag);

/** Those of them who have a discount limit. */
export const STUDENTS = REGISTERED.filter(({ registration }) => registration === "student");

/** Customers with a tag `np:{partner}`. */
export const NATIONAL_PARTNER = {
  flag: "showNational",
  noun: "national partner",
  list: "national",
  /** The name under which `registration_counts` counts them, by partner. */
  countedAs: "national",
  includes: (tags: readonly string[]) => nationalPartnerOf(tags) !== "",
} as const satisfies CustomerKind & { countedAs: string };

/** Every kind of customer that Backroom works on. */
export const CUSTOMER_KINDS: readonly CustomerKind[] = [
  ...REGISTERED,
  NATIONAL_PARTNER,
  ...Object.values(INVITED_KINDS).map(kindOf),
];

/** The flags of which one is needed to work on a customer at all. */
export const CUSTOMER_FLAGS: readonly Flag[] = CUSTOMER_KINDS.map(({ flag }) => flag);

/** Opens the card of a customer of no kind who has store credit. */
export const CREDIT_FLAG = "showCredits" satisfies Flag;

/** The flags of which one is needed to open any customer's card. */
export const CARD_FLAGS: readonly Flag[] = [...CUSTOMER_FLAGS, CREDIT_FLAG];

/** The kinds that a customer with these tags is of. */
export const kindsOf = (tags: readonly string[]): CustomerKind[] =>
  CUSTOMER_KINDS.filter((kind) => kind.includes(tags));

/** What lists of customers say before the mirror was filled for the first time. */
export const FIRST_READING =
  "The store's customers are being read for the first time. They appear here in a moment.";

/** The figure of a home card that counts customers, before the mirror was filled for the first time: 0 would be wrong. */
export const FIRST_READING_FIGURE = { text: "Customers are still being read", asOf: null };

import { AUDIENCES } from "~/domain/invitations/audiences";
import { REGISTRATIONS, type Registration, registrationsOf } from "~/domain/registrations/status";
import type { Flag } from "~/platform/auth/permission";
import { nationalPartnerOf } from "./tag-value";

/** A kind of customer that a function works on. Somebody may be of several kinds. */
export interface CustomerKind {
  /** Who may work on them. */
  flag: Flag;
  /** What one of them is called, in lower case. */
  noun: string;
  /** The list that shows them. */
  list: string;
  /** Whether somebody with these tags is one. */
  includes(tags: readonly string[]): boolean;
}

/** Those who have registered, by the kind of their registration. */
export const REGISTERED = (Object.keys(REGISTRATIONS) as Registration[]).map((registration) => {
  const { flag, list, noun } = REGISTRATIONS[registration];
  const includes = (tags: readonly string[]) => registrationsOf(tags).includes(registration);
  return { registration, flag, list, noun: noun.one, includes } satisfies CustomerKind & {
    registration: Registration;
  };
});

/** Those of them who have a discount limit. */
export const STUDENTS = REGISTERED.filter(({ registration }) => registration === "student");

/** Who carries a tag `np:{partner}` (section 2.5 of the first specification text). */
export const NATIONAL_PARTNER = {
  flag: "showNational",
  noun: "national partner",
  list: "national",
  /** The name under which `registration_counts` counts them, by partner. */
  countedAs: "national",
  includes: (tags: readonly string[]) => nationalPartnerOf(tags) !== "",
} as const satisfies CustomerKind & { countedAs: string };

/** Who registered by an invitation, by the tag of the audience; an event's and a user type's guests have no tag in common. */
const INVITED: readonly CustomerKind[] = Object.values(AUDIENCES).flatMap(({ flag, list, noun, tags }) => {
  const [tag] = tags;
  const includes = (theirs: readonly string[]) => theirs.some((each) => isSameTag(each, tag ?? ""));
  return tag === undefined ? [] : [{ flag, list, noun: noun.one, includes }];
});

/** Shopify's tags are the same in any capitals. */
const isSameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Every kind of customer that the console works on. */
export const CUSTOMER_KINDS: readonly CustomerKind[] = [...REGISTERED, NATIONAL_PARTNER, ...INVITED];

/** The flags of which one is needed to work on a customer at all. */
export const CUSTOMER_FLAGS: readonly Flag[] = CUSTOMER_KINDS.map(({ flag }) => flag);

/** The kinds that somebody with these tags is of. */
export const kindsOf = (tags: readonly string[]): CustomerKind[] =>
  CUSTOMER_KINDS.filter((kind) => kind.includes(tags));

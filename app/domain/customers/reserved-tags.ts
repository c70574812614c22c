import { AUDIENCES, MTD_TAG } from "~/domain/invitations/audiences";
import { REGISTRATIONS, statusOfTag } from "~/domain/registrations/status";
import { TAGGED_FIELDS } from "./edit-fields";

/** The keys of `key:value` tags that say who somebody is or where they are a guest, or repeat a field of their record. */
const RESERVED_KEYS = new Set(["usertype", "event", "amount_spent", ...Object.values(TAGGED_FIELDS)]);

/** What whoever accepts an invitation becomes, and what its box "MTD Users" makes of them. */
const INVITED_TAGS = new Set(
  [...Object.values(AUDIENCES).flatMap(({ tags }) => tags), MTD_TAG].map((tag) => tag.toLowerCase()),
);

/**
 * True for a tag that grants something or repeats a field. A decision, an invitation, an edit or an import's own column sets it,
 * each with its flag; tags that people write freely never are one.
 */
export function isReservedTag(tag: string): boolean {
  const text = tag.trim().toLowerCase();
  const [key = "", ...rest] = text.split(":");
  return (
    statusOfTag(tag) !== null || INVITED_TAGS.has(text) || (rest.length > 0 && RESERVED_KEYS.has(key.trim()))
  );
}

/** True for the tag of a registration, such as UserType:Student: who carries it stands in that function's list. */
export const isRegistrationTag = (tag: string): boolean =>
  Object.values(REGISTRATIONS).some(
    (registration) => registration.tag.toLowerCase() === tag.trim().toLowerCase(),
  );

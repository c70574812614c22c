import { TAGGED_FIELDS } from "./edit-fields";
import { INVITED_KINDS, isSameTag, REGISTERED_KINDS } from "./kinds";

/** The tags that store the status of a customer's registration. */
export const REGISTRATION_TAGS = { pending: "Pending", approved: "Approved", disabled: "Disabled" } as const;

/** The tag of retirees who were invited with "MTD Users" checked. */
export const MTD_TAG = "MTD";

/** The keys of `key:value` tags that say what a customer is or which event they attend, or that repeat a field of their record. */
export const RESERVED_KEYS = new Set(["usertype", "event", "amount_spent", ...Object.values(TAGGED_FIELDS)]);

export const RESERVED_TAGS = new Set(
  [...Object.values(REGISTRATION_TAGS), ...Object.values(INVITED_KINDS).map(({ tag }) => tag), MTD_TAG].map(
    (tag) => tag.toLowerCase(),
  ),
);

/**
 * True for a tag that grants something or repeats a field. Only a decision, an invitation, an edit or an import's own column
 * sets it, each with its flag.
 */
export function isReservedTag(tag: string): boolean {
  const text = tag.trim().toLowerCase();
  const [key = "", ...rest] = text.split(":");
  return RESERVED_TAGS.has(text) || (rest.length > 0 && RESERVED_KEYS.has(key.trim()));
}

/** True for the tag of a registration, such as UserType:Student. */
export const isRegistrationTag = (tag: string): boolean =>
  Object.values(REGISTERED_KINDS).some((kind) => isSameTag(kind.tag, tag.trim()));

import { readCell } from "~/core/imports/read-cell";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { formatInputDate } from "~/platform/dates/date-text";
import { kindsOf } from "../kinds";
import { CONSENT_FIELD } from "../pending-changes";
import type { FieldChange, PersonRecord } from "../record-values";

const DATES = new Set(["startdate", "enddate", "dob"]);

const CONSENTS = new Set(["privacy_policy_consent", "email_policy_consent"]);

const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region" });

/**
 * True when a cell equals the record's value, also in an export's form: a day in another format, No for a consent that was
 * never given, the country of the default address. Importing an export must not change any customer.
 */
export function isSameValue(
  { name, before, after }: Pick<FieldChange, "name" | "before" | "after">,
  { countryCode, isSubscribed }: Pick<PersonRecord, "countryCode" | "isSubscribed">,
): boolean {
  if (before.trim() === after) return true;
  if (DATES.has(name)) return exportedDate(before) === after;
  // Only 1 is a consent. No unsubscribes a subscribed customer whose field says neither.
  if (CONSENTS.has(name)) return after === "0" && before !== "1" && !(name === CONSENT_FIELD && isSubscribed);
  if (name === "country") return before === "" ? after === countryCode : isCountry(before, after);
  return false;
}

/** The date that an import reads from the cell of an export with this stored date. Null for a text that isn't a date. */
function exportedDate(stored: string): string | null {
  const field = { name: "", label: "", kind: "date", synonyms: [] } as const;
  const read = readCell(field, formatInputDate(stored), "month-first");
  return "value" in read ? read.value : null;
}

/** True for a country's name and its code. */
function isCountry(name: string, code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && COUNTRY_NAMES.of(code) === name;
}

/** The refusal of a row about a person that the administrator may not edit. It reveals nothing about them. */
export const NO_ACCESS =
  "You have no access to the person with this email address, so the row is left out. The account owner can grant it on the Access page.";

/**
 * Whether the administrator may import into the record of a customer with these tags: they need the flag of one of the
 * customer's kinds, as in the edit dialog. A customer without a kind is open to every administrator.
 */
export function mayImport(administrator: Administrator, tags: readonly string[]): boolean {
  const kinds = kindsOf(tags);
  return kinds.length === 0 || kinds.some(({ flag }) => mayUse(administrator, flag));
}

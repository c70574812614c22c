import { isDateText, parseStoredDate } from "~/platform/dates/date-text";
import type { FieldChange } from "./record-values";

const PHONE_CHARACTERS = /^\+?[\d\s().\-/]+(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;
/** Names that people use beside the ones of the standard. */
const OTHER_COUNTRY_NAMES = ["USA", "UK", "United States of America", "England", "Scotland", "Wales"];
const A = 65;
const LETTERS = 26;

let countries: ReadonlySet<string> | undefined;

/** Codes and English names of all countries, in lower case. */
function knownCountries(): ReadonlySet<string> {
  if (countries) return countries;
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = Array.from({ length: LETTERS }, (_letter, index) => String.fromCharCode(A + index));
  const known = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = names.of(first + second);
      return name ? [first + second, name] : [];
    }),
  );
  countries = new Set([...known, ...OTHER_COUNTRY_NAMES].map((name) => name.toLowerCase()));
  return countries;
}

/**
 * What is wrong with an edit, by field. Only fields that it changes are checked, so that an old value never prevents another change.
 * @param present the record before the edit
 * @param today ISO date in the shop's time zone
 */
export function editProblems(
  changes: readonly Pick<FieldChange, "name" | "after">[],
  present: Readonly<Record<string, string>>,
  today: string,
): Record<string, string> {
  const changed = Object.fromEntries(changes.map(({ name, after }) => [name, after.trim()]));
  const problems: Record<string, string> = {};
  const { phone, country, dob, startdate, enddate } = changed;
  if (phone && !isPhoneNumber(phone))
    problems.phone = "Enter a phone number of 7 to 15 digits, such as +1 555 010 0199.";
  if (country && !knownCountries().has(country.toLowerCase()))
    problems.country = "Enter a country's English name or its two-letter code, such as Canada or CA.";
  if (dob && isDateText(dob) && dob >= today) problems.dob = "The date of birth must be in the past.";
  // A stored date may be MM/DD/YYYY or have a time, which as text can't be compared with the date that was sent.
  const start = parseStoredDate(startdate ?? present.startdate ?? "");
  const end = parseStoredDate(enddate ?? present.enddate ?? "");
  const isRangeChanged = startdate !== undefined || enddate !== undefined;
  if (isRangeChanged && start && end && end < start)
    problems[enddate === undefined ? "startdate" : "enddate"] =
      "The end date must not be before the start date.";
  return problems;
}

function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\s*(?:x|ext).*$/i, "").replace(/\D/g, "").length;
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 15;
}

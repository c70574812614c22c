import { pluralize } from "~/platform/text/pluralize";
import type { ImportForm } from "./import-form";
import type { Import } from "./schemas";

/** Shown when an import starts. The text is specified. */
export const IMPORT_STARTED = "File is uploaded to server, check the page few min later";

/** Days after which the rows of an import are deleted. */
export const ROWS_KEPT_DAYS = 90;

export const REFUSED_ROWS_GONE = `The refused rows are no longer stored. Rows are deleted after ${ROWS_KEPT_DAYS} days, and when Shopify requests the erasure of a customer.`;

/** "1 student", "1,200 students". */
export const counted = (count: number, { noun }: Pick<ImportForm, "noun">): string =>
  pluralize(count, noun.one, noun.many);

/** What starting the import will do, before it is started. */
export function effectText(run: Import, form: ImportForm): string {
  const counts = run.counts ?? { create: 0, change: 0, unchanged: 0, refused: 0, duplicate: 0 };
  const { create = 0, change = 0, unchanged = 0, refused = 0, duplicate = 0 } = counts;
  const effects = form.adds ?? {
    create: (records) => `adds ${records} to the store`,
    change: (records) => `changes ${records}`,
    unchanged: "already in the store with these values",
  };
  const done = [
    create > 0 && effects.create(counted(create, form)),
    change > 0 && effects.change(counted(change, form)),
  ].filter(Boolean);
  const left = [
    unchanged > 0 && `${pluralize(unchanged, "row")} ${effects.unchanged}`,
    refused > 0 && `${pluralize(refused, "row")} ${refused === 1 ? "is" : "are"} refused and left out`,
    duplicate > 0 &&
      form.duplicates.refuse &&
      `${pluralize(duplicate, "row")} ${duplicate === 1 ? "repeats" : "repeat"} one another and ${duplicate === 1 ? "is" : "are"} left out`,
    duplicate > 0 &&
      !form.duplicates.refuse &&
      `${pluralize(duplicate, "row")} ${duplicate === 1 ? "repeats" : "repeat"} an earlier row and ${duplicate === 1 ? "is" : "are"} left out`,
  ].filter(Boolean);
  const blanks = form.adds
    ? ""
    : run.blanks === "clear"
      ? " A blank cell clears its field."
      : " A blank cell changes nothing.";
  const effect =
    done.length > 0 ? `The import ${done.join(" and ")}.${blanks}` : "There is nothing to import.";
  const ticked = form.fields.filter(({ name, forAll }) => forAll && run.defaults[name] === "1");
  const allRows = form.given
    ? ` All rows are for the ${form.given.label.toLowerCase()} ${run.givenName ?? run.defaults[form.given.name]}.`
    : "";
  const all =
    allRows + ticked.map(({ label }) => ` ${label} applies to all rows without their own value.`).join("");
  return left.length > 0 ? `${effect}${all} ${left.join("; ")}.` : `${effect}${all}`;
}

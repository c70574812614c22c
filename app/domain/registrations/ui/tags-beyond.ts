import type { ListDeclaration } from "~/platform/list";
import type { RegistrationRow } from "../registration-row";
import { REGISTRATIONS, type Registration, statusOfTag } from "../status";

/** The tags that the list doesn't show otherwise, by its tab, its kind or a column. */
export function tagsBeyond(
  row: Pick<RegistrationRow, "tags">,
  registration: Registration,
  list: ListDeclaration,
): string[] {
  const kind = REGISTRATIONS[registration].tag.toLowerCase();
  const showsLimit = list.columns.some(({ key }) => key === "discountLimit");
  return row.tags.filter((tag) => {
    const isShown = statusOfTag(tag) !== null || tag.toLowerCase() === kind;
    return !isShown && !(showsLimit && tag.toLowerCase().startsWith("discount_limit:"));
  });
}

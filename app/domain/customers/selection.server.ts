import { type Ending, SOON_DAYS } from "~/domain/registrations/expiry/expiry";
import { REMARKS } from "~/domain/registrations/remarks.server";
import type { Registration, RegistrationTab } from "~/domain/registrations/status";
import type { Shop } from "~/platform/auth/shops.server";
import { calendarDay, dayOf } from "~/platform/day";
import { badRequest } from "~/platform/errors";
import type { NATIONAL_PARTNER } from "./kinds";

/** Which customers a list shows. */
export interface CustomerScope {
  /** A column of the mirror that is null for everybody else, and has an index for each order of the list. */
  column: "student_status" | "staff_status" | "national_partner";
  /** Only those with this value. */
  value?: string;
  /** Under which name `registration_counts` counts them, by value. */
  countedAs: Registration | typeof NATIONAL_PARTNER.countedAs;
  /** What the console itself knows of a row: an expression over `customers_of_shop`, with the shop as $1. */
  remark?: string;
}

/** The customers with a registration of this kind in this tab. */
export const registrationScope = (registration: Registration, tab: RegistrationTab): CustomerScope => ({
  column: registration === "student" ? "student_status" : "staff_status",
  value: tab,
  countedAs: registration,
  remark: REMARKS[tab],
});

/** What is searched for among them; an empty value is everybody. */
export interface CustomerSearch {
  searchType: "Email" | "Date";
  searchValue: string;
  /** Only those whose registration has ended, or ends within 30 days. */
  ends?: Ending;
}

/** True for a search that looks for some of them only. */
export const isNarrowed = ({ searchValue, ends }: CustomerSearch): boolean =>
  searchValue !== "" || ends !== undefined;

/** The expression behind each sortable column, with the type that its cursor is compared as. Each has an index. */
const SORTS: Record<string, { expression: string; type: string }> = {
  createdAt: { expression: "created_at", type: "timestamptz" },
  name: { expression: "lower(display_name)", type: "text" },
  email: { expression: "lower(coalesce(email, ''))", type: "text" },
  nationalPartner: { expression: "lower(national_partner)", type: "text" },
};

/** How the mirror's rows are put in the order of a list's column. @throws 400 for a column without an index */
export function orderBy(key: string): { expression: string; type: string } {
  const order = SORTS[key];
  if (!order) throw badRequest(`The list cannot be sorted by "${key}".`);
  return order;
}

/**
 * The condition that picks the customers of a list from `customers_of_shop`, alike for its pages, its counts and its exports.
 * @returns the SQL with its values so far; `bind` adds another one and answers its place
 * @throws 400 for a day that is none
 */
export function select(shop: Shop, scope: CustomerScope, search: CustomerSearch) {
  const values: unknown[] = [shop.domain];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const ofValue = scope.value === undefined ? null : bind(scope.value);
  const filters = [
    `shop = $1`,
    ofValue ? `${scope.column} = ${ofValue}` : `${scope.column} IS NOT NULL`,
    ...searchFilter(search, shop, bind),
    ...endingFilter(search, shop, bind),
  ];
  return { values, bind, ofValue, where: filters.join(" AND ") };
}

/** An e-mail search looks for a part of the address or of the name; a date search means that day in the shop's time zone. */
function searchFilter(
  { searchType, searchValue }: CustomerSearch,
  shop: Shop,
  bind: (value: unknown) => string,
): string[] {
  if (!searchValue) return [];
  if (searchType === "Email") {
    const literal = searchValue.toLowerCase().replace(/[\\%_]/g, "\\$&");
    return [`search_text LIKE ${bind(`%${literal}%`)}`];
  }
  const day = dayOf(searchValue, shop.timeZone);
  if (!day) throw badRequest(`"${searchValue}" is not a day. Write it as DD-MM-YYYY.`);
  return [`created_at >= ${bind(day.start)}`, `created_at < ${bind(day.end)}`];
}

/** By the shop's calendar: "soon" begins today. */
function endingFilter({ ends }: CustomerSearch, shop: Shop, bind: (value: unknown) => string): string[] {
  if (!ends) return [];
  const today = bind(calendarDay(new Date(), shop.timeZone));
  if (ends === "expired") return [`end_date < ${today}::date`];
  return [`end_date >= ${today}::date`, `end_date <= ${today}::date + ${SOON_DAYS}`];
}

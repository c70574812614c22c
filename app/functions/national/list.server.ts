import { NO_FILTER } from "~/core/exports/list-export.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import { type CustomerListRow, customerList } from "~/domain/customers/list-row.server";
import type { CustomerFilter, CustomerScope } from "~/domain/customers/selection.server";

/** The National list. `app/domain/customers/list-row.server.ts` has its columns. */
export const nationalList = customerList({ name: NATIONAL_PARTNER.list });

/** What the page needs beside the fields of the columns. */
export const PAGE_FIELDS = ["id", "url"] as const;

/** What the National page shows of a customer. */
export type NationalRow = Pick<
  CustomerListRow,
  | "displayName"
  | "email"
  | "tags"
  | "createdAt"
  | "profile_email_policy_consent"
  | "profile_privacy_policy_consent"
  | (typeof PAGE_FIELDS)[number]
>;

/** The customers of a national partner, or of all. */
export const nationalScope = (partner: string): CustomerScope<null> => ({
  column: "national_partner",
  value: partner || undefined,
  countedAs: NATIONAL_PARTNER.countedAs,
});

/** Its spreadsheet. A part of it is one partner. */
export const nationalSheet = defineSheet<CustomerFilter, Record<string, never>>(nationalList, {
  name: "national",
  flag: NATIONAL_PARTNER.flag,
  pick: ({ shop, request: { part, searchType, searchValue } }) => ({
    shop,
    scope: nationalScope(part),
    search: { searchType, searchValue },
  }),
  filter: NO_FILTER,
  filterLines: ({ part }) => (part ? [`National Partner: ${part}`] : []),
  title: () => "National Partners Report",
  fileName: () => "National_Partners_Report",
});

import { FIRST_READING } from "~/domain/customers/first-reading";
import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import type { CustomerListRow } from "~/domain/customers/list-row.server";
import type { ListDeclaration } from "~/platform/list";

/** The National list. */
export const nationalList = {
  kind: "list",
  name: NATIONAL_PARTNER.list,
  columns: [
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "email", title: "Email", sortable: true, narrow: "plain", below: "name" },
    { key: "tags", title: "Tags", narrow: "plain" },
    { key: "createdAt", title: "Create Date", sortable: true },
    { key: "nationalPartner", title: "National Partner", sortable: true },
    { key: "emailConsent", title: "Email Policy Consent" },
    { key: "privacyConsent", title: "Privacy Policy Consent" },
  ],
  defaultSort: "createdAt desc",
  search: { maxLength: 60, hint: "Please enter email address / create date (12/26/2021)" },
  pageSize: 25,
} as const satisfies ListDeclaration;

/** What the National page shows of a customer. The list's row has more, which the page doesn't need to carry. */
export type NationalRow = ReturnType<typeof nationalRowOf>;

/** The part of a list's row that the page shows. */
export const nationalRowOf = (row: CustomerListRow) => ({
  id: row.id,
  displayName: row.displayName,
  email: row.email,
  tags: row.tags,
  createdAt: row.createdAt,
  url: row.url,
  nationalPartner: row.nationalPartner,
  profile_email_policy_consent: row.profile_email_policy_consent,
  profile_privacy_policy_consent: row.profile_privacy_policy_consent,
});

/** The hint under "No Records Found". */
export function emptyHint(narrowed: boolean, mirrorRebuiltAt: string | null): string {
  if (!mirrorRebuiltAt) return FIRST_READING;
  if (narrowed) return "No national partner matches. Clear the search, or choose all partners.";
  return "Customers appear here as soon as they have a tag with their partner, such as np:Northern.";
}

/** A consent as the list shows it; "1" means true. */
export const consentText = (value: string): string => (value === "1" ? "Yes" : "No");

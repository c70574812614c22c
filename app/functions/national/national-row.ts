import type { CustomerListRow } from "~/domain/customers/row";

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

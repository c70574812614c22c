import type { CustomerListRow } from "~/domain/customers/row";

/** What a page of registrations shows of a customer. The list's row has more, which pages don't need to carry. */
export type RegistrationRow = ReturnType<typeof registrationRowOf>;

/** The part of a list's row that the page shows. */
export const registrationRowOf = (row: CustomerListRow) => ({
  id: row.id,
  displayName: row.displayName,
  email: row.email,
  tags: row.tags,
  createdAt: row.createdAt,
  url: row.url,
  country: row.country,
  school: row.school,
  stp_endDate: row.stp_endDate,
  amountSpentCents: row.amountSpentCents,
  discount_limit: row.discount_limit,
  remark: row.remark,
});

import { z } from "zod";
import { customerRow } from "~/domain/customers/list-row.server";

/** What the console itself knows of a registration beside what the store holds; instants in ISO 8601. */
const registrationRemark = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("question"),
    id: z.string(),
    text: z.string(),
    by: z.string(),
    at: z.string(),
    /** The person has answered on their page. */
    answered: z.boolean(),
    /** The person's record in the store has changed since, and not by Backroom. */
    changed: z.boolean(),
  }),
  z.object({
    kind: z.literal("rejected"),
    reason: z.string(),
    note: z.string(),
    by: z.string(),
    at: z.string(),
  }),
  z.object({ kind: z.literal("set aside"), rule: z.string(), at: z.string() }),
]);
export type RegistrationRemark = z.infer<typeof registrationRemark>;

/** A customer in a list of registrations. */
export const registrationListRow = customerRow.schema.extend({ remark: registrationRemark.nullable() });

/** What a page of registrations shows of a customer. The list's row has more, which pages don't need to carry. */
export type RegistrationRow = ReturnType<typeof registrationRowOf>;

/** The part of a list's row that the page shows. */
export const registrationRowOf = (row: z.infer<typeof registrationListRow>) => ({
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

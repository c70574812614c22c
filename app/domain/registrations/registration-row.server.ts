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

/** What its page shows of such a customer: the columns of its list, and what cells and buttons need. */
export type RegistrationRow = Pick<
  z.infer<typeof registrationListRow>,
  "displayName" | "email" | "tags" | "createdAt" | "country" | "school" | (typeof PAGE_FIELDS)[number]
>;

/** The fields that the page needs beside those of the columns. */
export const PAGE_FIELDS = [
  "id",
  "url",
  "stp_endDate",
  "amountSpentCents",
  "discount_limit",
  "remark",
] as const satisfies readonly (keyof z.infer<typeof registrationListRow>)[];

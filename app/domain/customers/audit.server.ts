import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

const CUSTOMER_ID = /^(?:gid:\/\/shopify\/Customer\/)?(\d{1,19})$/;

export const customerSubject = auditSubject("customer", {
  isDataSubject: true,
  id: { type: "bigint", pattern: "^[0-9]{1,18}$" },
  find: (shop, id) => sql`SELECT json_build_object('name', c.display_name) FROM customers AS c
    WHERE c.shop = ${shop} AND c.id = ${id}`,
  search: { from: sql`customers_of_shop`, id: sql`id`, text: sql`search_text` },
  readId: (search) => CUSTOMER_ID.exec(search)?.[1],
  nameless: "A deleted customer",
  urlOf: (id) => `/customers/${id}`,
});

/** The fields of a record that changed, by their names in the form. */
type RecordSide = Record<string, string>;

export const customerEdited = auditAction<RecordSide, RecordSide>(
  "customer.edited",
  "Edited a person's record",
);

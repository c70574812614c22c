import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { call } from "~/core/call.server";
import { queryRows } from "~/core/lists/list-query.server";
import { escapeLike, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isVisibleTo, readCardFlag, readCustomer } from "./detail.server";
import { editCustomer, editToolsOf, sentValues } from "./edit.server";
import { CARD_FLAGS, REGISTERED, REGISTERED_FLAGS, STUDENTS } from "./kinds";
import { customersMirror } from "./mirror.server";
import { customerGid, parseCustomerId } from "./mirror-row";
import { customerDetailShape, customerIdInPath, customerUpdate, text } from "./schemas";
import { customersOfShop as found } from "./tables.server";

/** Calls about one customer that several functions share; which flag is needed depends on who the customer is. */
export const customersCalls = {
  detail: call("GET /customer/{id}", {
    for: CARD_FLAGS,
    summary: "One customer, read from the store itself",
    input: z.object({ id: customerIdInPath }),
    output: customerDetailShape,
    run: (context, input) =>
      readCustomer(
        {
          shop: context.shop.domain,
          adminApi: liveAdminApi(context.shop.domain),
          administrator: context.administrator,
        },
        input.id,
      ),
  }),
  duplicates: call("GET /customer/{id}/duplicates", {
    for: CARD_FLAGS,
    summary: "Customers who may be the same person, because they have the same name or mailbox",
    input: z.object({ id: customerIdInPath }),
    output: z.object({
      list: z.array(
        z.object({
          id: text,
          displayName: text,
          email: text.nullable(),
          /** Instant, ISO 8601. */
          createdAt: text,
          isSameName: z.boolean(),
          isSameMailbox: z.boolean(),
        }),
      ),
      hasMore: z.boolean(),
    }),
    async run({ shop, administrator }, { id }) {
      const found = await findPossibleDuplicates(shop.domain, administrator, parseCustomerId(id));
      const list = found.list.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
      return { ...found, list };
    },
  }),
  edit: call("PUT /studentcustomers", {
    for: REGISTERED_FLAGS,
    summary: "Edit the record of a student or staff customer",
    input: customerUpdate,
    output: z.object({ customer: z.object({ id: text }), changed: z.array(text) }),
    async run(context, input) {
      const { id, seen, ...values } = input;
      const customerId = parseCustomerId(id);
      // Staff customers have no discount limit, so a request with one is about a student.
      const kinds = values.limit === undefined ? REGISTERED : STUDENTS;
      const target = { customerId, kinds };
      const changed = await editCustomer(editToolsOf(context), target, sentValues(values), seen);
      return { customer: { id: customerGid(customerId) }, changed };
    },
  }),
  ...mirrorCalls(customersMirror, "/mirror"),
};

/** A customer who may be the same person as another one. */
interface PossibleDuplicate {
  id: string;
  displayName: string;
  email: string | null;
  createdAt: Date;
  isSameName: boolean;
  /** A mailbox that is written in another way, such as with a plus sign and a word. */
  isSameMailbox: boolean;
}

/** How many matching customers are compared. */
const MAX_COMPARED = 200;
const MAX_SHOWN = 5;

/**
 * Customers with the same name or the same mailbox as another one, newest first, of those whose card the administrator may open. None
 * for a customer who isn't in the mirror yet.
 * @throws as `readCardFlag`
 */
async function findPossibleDuplicates(
  shop: string,
  administrator: Administrator,
  customerId: number,
): Promise<{ list: PossibleDuplicate[]; hasMore: boolean }> {
  return withShop(shop, async (tx) => {
    const [customer] = await queryRows<{ tags: string[]; name: string; email: string | null }>(
      tx,
      sql`SELECT tags, lower(display_name) AS name, lower(email) AS email FROM ${found} WHERE id = ${customerId}`,
    );
    if (!customer) return { list: [], hasMore: false };
    await readCardFlag(tx, { id: customerId, tags: customer.tags }, administrator);
    const rows = await readMatches(tx, { id: customerId, ...customer }, isVisibleTo(administrator));
    return { list: rows.slice(0, MAX_SHOWN), hasMore: rows.length > MAX_SHOWN };
  });
}

function readMatches(
  tx: ShopTransaction,
  { id, name, email }: { id: number; name: string; email: string | null },
  isVisible: SQL,
): Promise<PossibleDuplicate[]> {
  // Shopify names a customer without a name after the email address.
  const isSameName = name && name !== email ? sql`lower(display_name) = ${name}` : sql`false`;
  const isSameMailbox = email ? sql`fold_mailbox(email) = fold_mailbox(${email})` : sql`false`;
  // Each text has a trigram index to find it, which the exact comparison hasn't.
  const beginning = email?.split(/[+@]/)[0] ?? "";
  const candidates = [name, beginning].filter((text) => text.length >= MIN_TRIGRAM_LENGTH);
  if (candidates.length === 0) return Promise.resolve([]);
  // Some providers ignore dots: an address may have fewer of them.
  const patternOf = (text: string) => `%${text.split(".").map(escapeLike).join("%")}%`;
  const similar = candidates.map(
    (text) => sql`(SELECT id FROM ${found} WHERE ${found.searchText} LIKE ${patternOf(text)}
      AND id <> ${id} AND (${isSameName} OR ${isSameMailbox}) AND ${isVisible} LIMIT ${MAX_COMPARED})`,
  );
  return queryRows<PossibleDuplicate>(
    tx,
    sql`SELECT id::text AS id, display_name AS "displayName", email, created_at AS "createdAt",
               ${isSameName} AS "isSameName", coalesce(${isSameMailbox}, false) AS "isSameMailbox"
          FROM ${found} WHERE id IN (${sql.join(similar, sql` UNION `)})
         ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN + 1}`,
  );
}

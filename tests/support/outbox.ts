import { callsOf } from "./calls.ts";
import { DEMO } from "./test-shop.ts";

/**
 * The emails of a shop with their texts, as the account owner sees them on the page Mail, oldest first.
 * @param to an address, or part of one
 * @param kind the name of the email's text on Settings, such as "Coupon"
 */
export async function outbox({ to, kind, shop = DEMO }: { to?: string; kind?: string; shop?: string } = {}) {
  const { mail } = await callsOf("1", shop);
  const rows: Awaited<ReturnType<typeof mail.list>>["rows"] = [];
  let cursor: string | undefined;
  do {
    const page = await mail.list({ search: to, last_id: cursor });
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  const wanted = rows.filter((row) => kind === undefined || row.kind === kind);
  return Promise.all(wanted.toReversed().map(({ id }) => mail.detail({ id })));
}

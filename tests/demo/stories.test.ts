/** The demo tells no story that can't have happened: what an order of events, a rule or a missing record would contradict, by hand-written SQL. */
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";

const database = new pg.Pool({ connectionString: inject("demo").databaseUrl, max: 2 });
afterAll(() => database.end());

/** Each query finds what can't have happened, in both shops. */
const IMPOSSIBLE = {
  "an invitation to an event that was over": `SELECT e.name, i.state FROM invitations i JOIN events e ON e.shop = i.shop AND e.id::text = i.group_id
    WHERE i.audience = 'event' AND i.invited_at > e.date_to`,
  "an invitation that someone accepted before they were a customer": `SELECT i.email FROM invitations i JOIN customers c ON c.shop = i.shop AND c.id = i.customer_id
    WHERE i.accepted_at < c.created_at`,
  "a registration with a code that had expired": `SELECT c.code FROM code_registrations r JOIN registration_codes c ON c.shop = r.shop AND c.id = r.code_id
    JOIN shops s ON s.shop = r.shop WHERE (r.registered_at AT TIME ZONE s.time_zone)::date > c.end_day`,
  "a registration with a code before the person was a customer": `SELECT r.address FROM code_registrations r JOIN customers c ON c.shop = r.shop AND c.id = r.customer_id
    WHERE r.registered_at < c.created_at`,
  "a reward that was sent without an order": `SELECT s.id, s.status FROM submissions s LEFT JOIN orders o ON o.shop = s.shop AND o.id = s.order_id
    WHERE s.status IN ('Order Created', 'Shipped', 'Delivered') AND o.id IS NULL`,
  "a promotion with a reward that the shop doesn't have": `SELECT p.name FROM promotions p LEFT JOIN variants v ON v.shop = p.shop AND v.id = p.reward_variant_id
    WHERE v.id IS NULL`,
  "a coupon of an order that isn't worth one": `SELECT c.code FROM coupon_codes c JOIN coupon_pools p ON p.shop = c.shop AND p.id = c.pool_id
    JOIN orders o ON o.shop = c.shop AND o.id = c.order_id WHERE o.total_cents < p.minimum_cents`,
};

test.each(Object.entries(IMPOSSIBLE))("there is never %s", async (_what, statement) => {
  expect((await database.query(statement)).rows).toEqual([]);
});

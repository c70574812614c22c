/** The demo tells no story that can't have happened: what an order of events, a rule or a missing record would contradict, by hand-written SQL. */
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";

const database = new pg.Pool({ connectionString: inject("demo").databaseUrl, max: 2 });
afterAll(() => database.end());

/** Each query finds what can't have happened, in both shops. */
const IMPOSSIBLE = {
  "an invitation to an event that was over": `SELECT e.name, i.state FROM invitations i JOIN events e ON e.shop = i.shop AND e.id::text = i.group_id
    WHERE i.audience = 'event' AND i.invited_at > e.date_to`,
  "an event outside of the shop's hours": `SELECT e.name, e.date_from FROM events e JOIN shops s ON s.shop = e.shop
    WHERE extract(hour FROM e.date_from AT TIME ZONE s.time_zone) NOT BETWEEN 8 AND 18`,
  "a guest of an event who was checked in before or after it": `SELECT e.name, c.at FROM event_check_ins c JOIN events e ON e.shop = c.shop AND e.id = c.event_id
    WHERE c.at NOT BETWEEN e.date_from AND e.date_to`,
  "an invitation to an event that doesn't say when it is": `SELECT e.name, m.text_body FROM invitations i
    JOIN events e ON e.shop = i.shop AND e.id::text = i.group_id JOIN shops s ON s.shop = i.shop JOIN mails m ON m.shop = i.shop AND m.id = i.mail_id
    WHERE i.audience = 'event' AND strpos(m.text_body, to_char(e.date_from AT TIME ZONE s.time_zone, 'MM/DD/YYYY')) = 0`,
  "a guest of an event without an email that says when it is": `SELECT e.name, i.email FROM invitations i
    JOIN events e ON e.shop = i.shop AND e.id::text = i.group_id JOIN shops s ON s.shop = i.shop
    WHERE i.audience = 'event' AND i.state = 'accepted' AND NOT EXISTS (SELECT FROM mails m WHERE m.shop = i.shop AND m.to_email = i.email
      AND m.text_id = 'event.registered' AND strpos(m.text_body, to_char(e.date_from AT TIME ZONE s.time_zone, 'MM/DD/YYYY')) > 0)`,
  "an entrant in a giveaway without an email that says so": `SELECT g.name, e.email FROM giveaway_entrants e JOIN giveaways g ON g.shop = e.shop AND g.id = e.giveaway_id
    WHERE NOT EXISTS (SELECT FROM mails m WHERE m.shop = e.shop AND m.to_email = e.email AND m.text_id = 'giveaway.entered' AND strpos(m.text_body, g.name) > 0)`,
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
  "a coupon that is emailed with another end date than its discount has": `SELECT c.code, m.text_body FROM coupon_codes c
    JOIN coupon_pools p ON p.shop = c.shop AND p.id = c.pool_id JOIN mails m ON m.shop = c.shop AND m.id = c.mail_id
    WHERE (strpos(m.text_body, 'It has no end date.') > 0) <> (p.ends_at IS NULL)`,
  "a coupon of an order that isn't worth one": `SELECT c.code FROM coupon_codes c JOIN coupon_pools p ON p.shop = c.shop AND p.id = c.pool_id
    JOIN orders o ON o.shop = c.shop AND o.id = c.order_id WHERE o.total_cents < p.minimum_cents`,
};

test.each(Object.entries(IMPOSSIBLE))("there is never %s", async (_what, statement) => {
  expect((await database.query(statement)).rows).toEqual([]);
});

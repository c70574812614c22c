/**
 * The figures of pages beside the same figures by SQL that was written by hand: the customer dashboard, the reports, filters, prices,
 * returns, coupons, media and search.
 */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { DEMO_MS, DEMO_SHOP } from "../support/demo-pages.ts";

const DOMAIN = `${DEMO_SHOP}.myshopify.com`;
const demo = inject("demo");
const database = new pg.Pool({ connectionString: demo.databaseUrl, max: 2 });
afterAll(() => database.end());

async function call<Answer>(method: string, address: string, body?: unknown): Promise<Answer> {
  const token = await (
    await fetch(`${demo.localStoreUrl}/session-token?shop=${DOMAIN}&administrator=1`)
  ).text();
  const response = await fetch(`${demo.appUrl}/api${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  expect(response.ok, `${address}: ${JSON.stringify(answer)}`).toBe(true);
  return answer as Answer;
}

/** The only row of a query, `$1` is the shop. */
async function rowOf<Row extends object>(statement: string, ...values: unknown[]): Promise<Row> {
  const { rows } = await database.query<Row>(statement, [DOMAIN, ...values]);
  return rows[0] as Row;
}

/** Creates a report. @returns its figures by name, as its page shows them */
async function figuresOf(report: string, path: string): Promise<Record<string, number>> {
  const { jobId } = await call<{ jobId: string }>("GET", path);
  for (;;) {
    const { state, message } = await call<{ state: string; message: string }>("GET", `/jobs/${jobId}`);
    if (state === "completed") break;
    if (!["queued", "running"].includes(state)) throw new Error(`${path} ended as ${state}: ${message}`);
    await wait(200);
  }
  const { list } = await call<{
    list: { id: string; figures: { name: string; value: number }[] }[];
  }>("GET", `/reports/${report}/runs`);
  const created = list.find(({ id }) => id === jobId);
  return Object.fromEntries((created?.figures ?? []).map(({ name, value }) => [name, value]));
}

/** Half a year in which the demo has orders. */
const [FROM, TO] = ["2026-04-01", "2026-09-30"];

test("the dashboard counts the customers that the store has", { timeout: DEMO_MS }, async () => {
  await call("POST", "/dashboard/customers/refresh", {});
  const latestOf = async (metric: string) => {
    const { data } = await call<{ data: { value: number }[] }>("GET", `/dashboard/customers/${metric}`);
    return data.at(-1)?.value;
  };
  const { tag } = await rowOf<{ tag: string }>(
    "SELECT tag FROM customer_snapshots WHERE shop = $1 ORDER BY day DESC LIMIT 1",
  );
  const counted = await rowOf<Record<string, number>>(
    `SELECT count(*)::int AS total,
            count(*) FILTER (WHERE $2 = ANY (tags))::int AS "withAICTag",
            count(*) FILTER (WHERE NOT $2 = ANY (tags))::int AS "withoutAICTag",
            count(*) FILTER (WHERE email_marketing_state = 'SUBSCRIBED')::int AS "emailSubscribed",
            count(*) FILTER (WHERE email_marketing_state = 'SUBSCRIBED' AND $2 = ANY (tags))::int AS "withAICTagEmailSubscribed"
       FROM customers WHERE shop = $1`,
    tag,
  );
  for (const [metric, count] of Object.entries(counted))
    expect([metric, await latestOf(metric)]).toEqual([metric, count]);
  expect(counted.total).toBeGreaterThan(0);
});

test("the bundle report counts what orders have", { timeout: DEMO_MS }, async () => {
  const figures = await figuresOf(
    "bundleReport",
    `/bundle/report?date_from=${FROM}&date_to=${TO}&bundle=true&component=true`,
  );
  const counted = await rowOf<Record<string, string>>(
    `WITH sold AS (
       SELECT l.* FROM order_lines AS l JOIN orders AS o ON o.shop = l.shop AND o.id = l.order_id JOIN shops AS s ON s.shop = o.shop
        WHERE o.shop = $1 AND NOT o.test AND o.cancelled_at IS NULL AND l.group_id IS NOT NULL
          AND (o.processed_at AT TIME ZONE s.time_zone)::date BETWEEN $2::date AND $3::date)
     SELECT (SELECT sum(quantity) FROM (SELECT min(coalesce(group_quantity, 1)) AS quantity FROM sold GROUP BY order_id, group_id) AS bundle) AS "Bundles",
            (SELECT count(DISTINCT order_id) FROM sold) AS "Orders",
            (SELECT sum(quantity - current_quantity) FROM sold) AS "Removed units",
            (SELECT sum(total_cents) FROM sold) AS "Sales"`,
    FROM,
    TO,
  );
  expect(figures).toEqual(numbersIn(counted));
  expect(figures.Bundles).toBeGreaterThan(0);
});

test("the knot report counts the orders of customers with a partner's code", {
  timeout: DEMO_MS,
}, async () => {
  const figures = await figuresOf("knotReport", `/knot?dateFrom=${FROM}&dateTo=${TO}`);
  const counted = await rowOf<Record<string, string>>(
    `WITH ordered AS (
       SELECT o.* FROM orders AS o
        WHERE o.shop = $1 AND NOT o.test AND o.cancelled_at IS NULL AND (o.processed_at AT TIME ZONE 'UTC')::date BETWEEN $2::date AND $3::date
          AND EXISTS (SELECT FROM code_registrations AS r
                       WHERE r.shop = o.shop AND r.customer_id = o.customer_id AND r.registered_at <= o.processed_at))
     SELECT count(*) AS "Orders", coalesce(sum(total_cents), 0) AS "Sales", coalesce(sum(refunded_cents), 0) AS "Refunded",
            (SELECT count(*) FROM (SELECT DISTINCT customer_id, partner_handle, (registered_at AT TIME ZONE 'UTC')::date
                                     FROM code_registrations WHERE shop = $1
                                      AND (registered_at AT TIME ZONE 'UTC')::date BETWEEN $2::date AND $3::date) AS r) AS "Registrations"
       FROM ordered`,
    FROM,
    TO,
  );
  expect(figures).toEqual(numbersIn(counted));
});

test("the Ekata report counts the checks of its orders", { timeout: DEMO_MS }, async () => {
  const [from, to] = ["2026-09-01", "2026-09-30"];
  const figures = await figuresOf("ekata", `/fraudCheck/reportFromShopify?dateFrom=${from}&dateTo=${to}`);
  const counted = await rowOf<Record<string, string>>(
    `WITH checked AS (
       SELECT o.id, c.order_id, c.risk_score, c.written_level, c.written_at
         FROM orders AS o JOIN shops AS s ON s.shop = o.shop
         LEFT JOIN LATERAL (SELECT * FROM ekata_checks AS c WHERE c.shop = o.shop AND c.order_id = o.id
                             ORDER BY day DESC LIMIT 1) AS c ON true
        WHERE o.shop = $1 AND NOT o.test AND (o.processed_at AT TIME ZONE s.time_zone)::date BETWEEN $2::date AND $3::date)
     SELECT count(order_id) AS "Checked", count(*) FILTER (WHERE risk_score >= 400) AS "High risk",
            count(*) FILTER (WHERE order_id IS NULL) AS "Not checked" FROM checked`,
    from,
    to,
  );
  const { "Written to Shopify": _written, ...compared } = figures;
  expect(compared).toEqual(numbersIn(counted));
});

test("the Salsify report counts active products and missing values", { timeout: DEMO_MS }, async () => {
  await call("POST", "/salsify/selectAllFields", { active: true });
  const { Changes: _changes, ...figures } = await figuresOf("salsify", "/salsify/report");
  const counted = await rowOf<Record<string, string>>(
    `SELECT (SELECT count(*) FROM products WHERE shop = $1 AND status = 'ACTIVE') AS "Products",
            (SELECT count(*) FROM products AS p CROSS JOIN monitored_metafields AS m
              WHERE p.shop = $1 AND p.status = 'ACTIVE' AND m.shop = $1 AND m.active
                AND coalesce(p.metafields -> m.field ->> 'value', '') IN ('', '[]')) AS "Missing values"`,
  );
  expect(figures).toEqual(numbersIn(counted));
  expect(figures.Products).toBeGreaterThan(0);
});

test("the preview of a collection's filters counts its products on the online store", {
  timeout: DEMO_MS,
}, async () => {
  const { collections } = await call<{ collections: { id: string; title: string }[] }>(
    "GET",
    "/filters/collections",
  );
  await call("PATCH", "/filters/filtersDef", { name: "vendor", active: true });
  await call("PATCH", "/filters/filtersDef", { name: "availability", active: true });
  let products = 0;
  for (const { id: gid, title } of collections) {
    const id = gid.split("/").at(-1) ?? "";
    for (const name of ["vendor", "availability"])
      await call("POST", `/filters/collection/${id}`, { collection: id, name });
    const preview = await call<{
      total: number;
      filters: { name: string; options: { value: string; count: number }[] }[];
    }>("GET", `/filters/collection/${id}/preview`);
    const shown = `p.shop = $1 AND p.status = 'ACTIVE' AND p.is_published AND p.published_at <= now()
                   AND EXISTS (SELECT FROM jsonb_array_elements(p.collections) AS c WHERE (c ->> 'id')::bigint = $2)`;
    const { total } = await rowOf<{ total: number }>(
      `SELECT count(*)::int AS total FROM products AS p WHERE ${shown}`,
      id,
    );
    const { rows } = await database.query<{ field: string; value: string; count: number }>(
      `SELECT 'vendor' AS field, vendor AS value, count(*)::int AS count FROM products AS p WHERE ${shown} GROUP BY vendor
       UNION ALL
       SELECT 'availability', available::text, count(*)::int
         FROM (SELECT (SELECT bool_or(v.is_available) FROM variants AS v WHERE v.shop = p.shop AND v.product_id = p.id) AS available
                 FROM products AS p WHERE ${shown}) AS product
        WHERE available IS NOT NULL GROUP BY available`,
      [DOMAIN, id],
    );
    const counts = preview.filters
      .filter(({ name }) => name === "vendor" || name === "availability")
      .flatMap(({ name, options }) => options.map(({ value, count }) => `${name} ${value}: ${count}`));
    expect([title, preview.total, counts.sort()]).toEqual([
      title,
      total,
      rows.map(({ field, value, count }) => `${field} ${value}: ${count}`).sort(),
    ]);
    products += total;
  }
  expect(products).toBeGreaterThan(0);
});

test("the price workbench has the margins and the lowest prices of 30 days", {
  timeout: DEMO_MS,
}, async () => {
  const { rows } = await call<{
    rows: { sku: string; price: string; margin: string | null; lowest: string | null }[];
  }>("GET", "/bulkprice/workbench");
  const { rows: counted } = await database.query<Record<string, string | null>>(
    `SELECT v.sku, to_char(min(v.price_cents) / 100.0, 'FM999990.00') AS price,
            CASE WHEN max(v.unit_cost_cents) IS NOT NULL AND min(v.price_cents) > 0
                 THEN to_char(round((min(v.price_cents) - max(v.unit_cost_cents)) * 100.0 / min(v.price_cents), 1), 'FM990.0') || '%' END AS margin,
            to_char(least(min(r.price_cents), min(l.lowest)) / 100.0, 'FM999990.00') AS lowest
       FROM variants AS v JOIN shops AS s ON s.shop = v.shop
       LEFT JOIN recorded_prices AS r ON r.shop = v.shop AND r.variant_id = v.id AND r.price_list_id = 0
       LEFT JOIN LATERAL (SELECT least(min(previous_cents), min(current_cents)) AS lowest FROM price_log AS l
                           WHERE l.shop = v.shop AND l.variant_id = v.id AND l.price_list_id = 0
                             AND l.changed_at > now() - interval '30 days'
                             AND l.changed_at >= greatest(r.since, date_trunc('second', s.installed_at))) AS l ON true
      WHERE v.shop = $1 AND v.sku = ANY ($2) GROUP BY v.sku`,
    [DOMAIN, rows.map(({ sku }) => sku)],
  );
  const bySku = (list: readonly { sku?: string | null }[]) =>
    [...list].sort((a, b) => ((a.sku ?? "") < (b.sku ?? "") ? -1 : 1));
  expect(bySku(rows.map(({ sku, price, margin, lowest }) => ({ sku, price, margin, lowest })))).toEqual(
    bySku(counted),
  );
  expect(rows.some(({ margin }) => margin !== null)).toBe(true);
  expect(rows.some(({ lowest }) => lowest !== null)).toBe(true);
});

test("the timelines of returns have each label that was bought, with its cost", {
  timeout: DEMO_MS,
}, async () => {
  const { rows: orders } = await database.query<{ name: string; labels: string[] }>(
    `SELECT order_name AS name,
            array_agg('bought the label ' || tracking_number || coalesce(' for $' || to_char(label_cents / 100.0, 'FM999990.00'), '')
                      || ', for ' || units || CASE units WHEN 1 THEN ' unit' ELSE ' units' END) AS labels
       FROM (SELECT *, (SELECT sum((line ->> 'quantity')::int) FROM jsonb_array_elements(lines) AS line) AS units
               FROM return_cases WHERE shop = $1 AND shipment_id IS NOT NULL) AS bought
      GROUP BY order_name ORDER BY order_name LIMIT 10`,
    [DOMAIN],
  );
  for (const { name, labels } of orders) {
    const { data } = await call<{ data: { timeline: { text: string }[] } }>(
      "GET",
      `/shopify/order/search?${new URLSearchParams({ value: name })}`,
    );
    const bought = data.timeline
      .map(({ text }) => text)
      .filter((text) => text.startsWith("bought the label"));
    expect([name, bought.sort()]).toEqual([name, labels.sort()]);
  }
  expect(orders.length).toBeGreaterThan(0);
});

test("coupon pools count their codes and the orders that wait", { timeout: DEMO_MS }, async () => {
  const { rows } = await call<{ rows: Record<string, unknown>[] }>("GET", "/coupons/pools");
  const { rows: counted } = await database.query<Record<string, unknown>>(
    `SELECT p.name,
            count(c.id) FILTER (WHERE c.state = 'free' AND c.redeemed_at IS NULL)::int AS free,
            count(c.id) FILTER (WHERE c.assigned_at IS NOT NULL)::int AS assigned,
            count(c.id) FILTER (WHERE c.redeemed_at IS NOT NULL)::int AS redeemed,
            (SELECT count(*)::int FROM coupon_orders AS o WHERE o.shop = p.shop AND o.pool_id = p.id AND o.coupon_id IS NULL) AS waiting
       FROM coupon_pools AS p LEFT JOIN coupon_codes AS c ON c.shop = p.shop AND c.pool_id = p.id
      WHERE p.shop = $1 GROUP BY p.shop, p.id, p.name`,
    [DOMAIN],
  );
  const byName = (list: Record<string, unknown>[]) =>
    list
      .map(({ name, free, assigned, redeemed, waiting }) => ({ name, free, assigned, redeemed, waiting }))
      .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  expect(byName(rows)).toEqual(byName(counted));
  expect(counted.some(({ assigned }) => Number(assigned) > 0)).toBe(true);
});

test("product media counts the products that lack pictures or alt texts", { timeout: DEMO_MS }, async () => {
  const { pictures, texts } = await call<Record<"pictures" | "texts", { count: number }>>(
    "GET",
    "/productMedia/products/work",
  );
  const counted = await rowOf(
    `SELECT count(*) FILTER (WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(media) AS m
                                                WHERE m ->> 'type' = 'IMAGE' AND m ->> 'status' <> 'FAILED'))::int AS pictures,
            count(*) FILTER (WHERE EXISTS (SELECT FROM jsonb_array_elements(media) AS m
                                            WHERE m ->> 'status' <> 'FAILED' AND trim(coalesce(m ->> 'alt', '')) = ''))::int AS texts
       FROM products WHERE shop = $1 AND status <> 'ARCHIVED'`,
  );
  expect({ pictures: pictures.count, texts: texts.count }).toEqual(counted);
});

test("both search engines have as many products as the store publishes", { timeout: DEMO_MS }, async () => {
  const { total } = await rowOf<{ total: number }>(
    `SELECT count(*)::int AS total FROM products WHERE shop = $1 AND status = 'ACTIVE' AND is_published AND published_at <= now()`,
  );
  for (const engine of ["algolia", "solr"]) {
    const found = await call<{ total: number }>("GET", `/${engine}/search?q=`);
    expect([engine, found.total]).toEqual([engine, total]);
  }
  expect(total).toBeGreaterThan(0);
});

const numbersIn = (row: Record<string, string | null>): Record<string, number> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));

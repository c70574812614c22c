/** Questions that pages of results answer, in the full demo. Each task prints how many steps it takes. */
import { expect, test } from "vitest";
import { DEMO_MS } from "../support/demo-pages.ts";
import { expectInView, firstRow, openTaskDemo, SLOWLY } from "../support/demo-tasks.ts";

const { call, createReport, localStoreUrl, page, perform, read, readOne } = openTaskDemo();

test("the riskiest order is found in Ekata and opened", { timeout: DEMO_MS }, async () => {
  const [from, to] = ["2026-09-01", "2026-09-30"];
  await createReport(`/fraudCheck/reportFromShopify?dateFrom=${from}&dateTo=${to}`);
  const risky = await read<{ id: string }>(
    `SELECT o.id FROM orders AS o JOIN shops AS s ON s.shop = o.shop
       JOIN LATERAL (SELECT * FROM ekata_checks AS c WHERE c.shop = o.shop AND c.order_id = o.id ORDER BY day DESC LIMIT 1) AS c ON true
      WHERE o.shop = $1 AND NOT o.test AND (o.processed_at AT TIME ZONE s.time_zone)::date BETWEEN $2::date AND $3::date
      ORDER BY c.risk_score DESC NULLS LAST FETCH FIRST ROW WITH TIES`,
    from,
    to,
  );
  await perform("open the riskiest order of Ekata", "/ekata", 1, async (hands, frame) => {
    const order = firstRow(frame, "rows of Ekata").getByRole("link").first();
    await expectInView(order);
    const [opened] = await Promise.all([page().context().waitForEvent("page"), hands.click(order)]);
    expect(risky.map(({ id }) => id)).toContain(opened.url().split("/").at(-1));
    await opened.close();
  });
});

test("the product type that lacks a metafield most is seen in Salsify", { timeout: DEMO_MS }, async () => {
  await call("POST", "/salsify/selectAllFields", { active: true });
  await createReport("/salsify/report");
  const least = await read<{ field: string; type: string }>(
    `SELECT m.field, p.product_type AS type FROM products AS p CROSS JOIN monitored_metafields AS m
      WHERE p.shop = $1 AND p.status = 'ACTIVE' AND m.shop = $1 AND m.active
      GROUP BY m.field, p.product_type
      ORDER BY round(100.0 * count(*) FILTER (WHERE coalesce(p.metafields -> m.field ->> 'value', '') NOT IN ('', '[]')) / count(*))
      FETCH FIRST ROW WITH TIES`,
  );
  await perform("see what Salsify lacks most", "/salsify", 0, async (_hands, frame) => {
    const row = firstRow(frame, "rows of Completeness");
    await expectInView(row);
    const [field, type] = await row.getByRole("cell").allInnerTexts();
    expect(least).toContainEqual({ field, type });
  });
});

test("a partner's days are seen in the knot report", { timeout: DEMO_MS }, async () => {
  await createReport("/knot?dateFrom=2026-04-01&dateTo=2026-09-30");
  await perform("see a partner's days", "/knotReport", 2, async (hands, frame) => {
    const partner = frame.getByLabel("Partner", { exact: true });
    if (!(await partner.isVisible())) await hands.click(frame.getByRole("link", { name: /^Orders by day/ }));
    await expectInView(partner);
    const label = (await partner.locator("option").allInnerTexts())[1] ?? "";
    const name = label.replace(/ \([\d,]+\)$/, "");
    await hands.choose(partner, label);
    const row = firstRow(frame, "rows of Orders by day");
    await row.getByText(name).waitFor(SLOWLY);
    await expectInView(frame.getByRole("heading", { name: "Sales by Day (UTC)" }));
    const [day, shown, orders] = await row.getByRole("cell").allInnerTexts();
    const counted = await readOne<{ orders: number }>(
      `SELECT count(*)::int AS orders FROM orders AS o
        WHERE o.shop = $1 AND NOT o.test AND o.cancelled_at IS NULL AND to_char(o.processed_at AT TIME ZONE 'UTC', 'MM/DD/YYYY') = $2
          AND (SELECT p.name FROM code_registrations AS r JOIN partners AS p ON p.shop = r.shop AND p.handle = r.partner_handle
                WHERE r.shop = o.shop AND r.customer_id = o.customer_id AND r.registered_at <= o.processed_at
                ORDER BY r.registered_at DESC LIMIT 1) = $3`,
      day,
      shown,
    );
    expect(Number(orders)).toBe(counted.orders);
  });
});

test("the share of customers subscribed by SMS is seen on the dashboard", { timeout: DEMO_MS }, async () => {
  await call("POST", "/dashboard/customers/refresh", {});
  const { share } = await readOne<{ share: string }>(
    `SELECT to_char(round(100.0 * sms_subscribed / total, 1), 'FM990.0') || '%' AS share
       FROM customer_snapshots WHERE shop = $1 ORDER BY day DESC LIMIT 1`,
  );
  await perform("see the share subscribed by SMS in 30 days", "/dashboard", 0, async (_hands, frame) => {
    await expectInView(frame.getByRole("link", { name: `SMS: ${share}. Open these customers in Shopify` }));
  });
});

test("a product that Algolia lacks is found and sent", { timeout: DEMO_MS }, async () => {
  const product = await readOne<{ id: string; sku: string }>(
    `SELECT p.id, v.sku FROM products AS p JOIN variants AS v ON v.shop = p.shop AND v.product_id = p.id AND v.position = 1
      WHERE p.shop = $1 AND p.status = 'ACTIVE' AND p.is_published AND p.published_at <= now() AND v.sku <> '' ORDER BY p.id LIMIT 1`,
  );
  const stateIn = async (engine: string) => {
    const { engines } = await call<{ engines: { name: string; state: string }[] }>(
      "GET",
      `/algolia/product?${new URLSearchParams({ product: product.sku })}`,
    );
    return engines.find(({ name }) => name === engine)?.state;
  };
  const { taskID } = await deleteFromAlgolia(product.id);
  expect(taskID).toBeDefined();
  await expect.poll(() => stateIn("algolia"), SLOWLY).toBe("missing");
  await perform(
    "find why Algolia lacks a product, and send it",
    "/algolia?tab=inspector",
    3,
    async (hands, frame) => {
      await hands.type(frame.getByRole("textbox", { name: "Search" }), product.sku);
      await hands.click(frame.getByRole("button", { name: "Search", exact: true }));
      await expectInView(frame.getByText("Algolia: missing"));
      await hands.click(frame.getByRole("button", { name: "Send now" }));
      await frame
        .getByText(/is sent to .*Algolia/)
        .first()
        .waitFor(SLOWLY);
      await expect.poll(() => stateIn("algolia"), SLOWLY).toBe("same");
    },
  );
});

/** Deletes a product's record, as someone in Algolia's own dashboard does. */
async function deleteFromAlgolia(objectID: string): Promise<{ taskID?: number }> {
  const response = await fetch(`${localStoreUrl}/algolia/1/indexes/products/batch`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-algolia-application-id": "ALGOLIA-backroom-demo",
      "x-algolia-api-key": "algolia-local-backroom-demo",
    },
    body: JSON.stringify({ requests: [{ action: "deleteObject", body: { objectID } }] }),
  });
  return (await response.json()) as { taskID?: number };
}

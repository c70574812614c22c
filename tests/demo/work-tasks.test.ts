/** Work that pages of results lead to, in the full demo. Each task prints how many steps it takes. */
import { expect, test } from "vitest";
import { DEMO_MS } from "../support/demo-pages.ts";
import { expectInView, firstRow, openTaskDemo, SLOWLY } from "../support/demo-tasks.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

const { call, page, perform, read, readOne } = openTaskDemo();

test("a filter is added to a collection, ordered by keys, and published", { timeout: DEMO_MS }, async () => {
  const { collections } = await call<{ collections: { id: string; title: string }[] }>(
    "GET",
    "/filters/collections",
  );
  const { id: gid = "", title = "" } = collections[0] ?? {};
  const id = gid.split("/").at(-1) ?? "";
  for (const name of ["vendor", "availability", "product_type"])
    await call("PATCH", "/filters/filtersDef", { name, active: true });
  for (const name of ["vendor", "availability"])
    await call("POST", `/filters/collection/${id}`, { collection: id, name });
  await call("DELETE", `/filters/collection/${id}`, { collection: id, name: "product_type" });
  const included = async () => {
    const { filters } = await call<{ filters: { filter: { name: string; included: boolean } }[] }>(
      "GET",
      `/filters/collection/${id}?options=false`,
    );
    return filters.flatMap(({ filter }) => (filter.included ? [filter.name] : []));
  };
  await perform(
    "add a filter, order it and publish",
    "/solrFilters?tab=collections",
    6,
    async (hands, frame) => {
      const collection = frame.getByRole("table", { name: "collections" }).getByRole("link", { name: title });
      await expectInView(collection);
      await hands.click(collection);
      const box = frame.getByRole("checkbox", { name: "Include product_type" });
      await box.waitFor(SLOWLY);
      await hands.click(box);
      const handle = frame.getByRole("button", { name: "Move product_type", exact: true });
      await handle.waitFor(SLOWLY);
      await expect.poll(async () => (await included()).includes("product_type"), SLOWLY).toBe(true);
      const before = (await included()).indexOf("product_type");
      // The first one can't go up.
      const [key, by] = before === 0 ? (["ArrowDown", 1] as const) : (["ArrowUp", -1] as const);
      const says = (text: RegExp) => frame.getByText(text).waitFor({ state: "attached", ...SLOWLY });
      await hands.press(handle, "Space");
      await says(/draggable item product_type/i);
      await hands.press(handle, key);
      await says(/product_type was moved over droppable area/);
      await hands.press(handle, "Space");
      await expect.poll(async () => (await included()).indexOf("product_type"), SLOWLY).toBe(before + by);
      const publish = frame.getByRole("button", { name: "Publish this collection" });
      await expectInView(publish);
      await hands.click(publish);
      const stateOf = async () =>
        (
          await call<{ list: { id: string; isUnpublished: boolean }[] }>(
            "GET",
            `/filters/overview?${new URLSearchParams({ search: title })}`,
          )
        ).list.find((one) => one.id === id)?.isUnpublished;
      await expect.poll(stateOf, SLOWLY).toBe(false);
    },
  );
});

const DUE = "12/31/2198 08:00:00 AM";

test("a vendor's prices are raised by 5% to .99, and one of them is canceled", {
  timeout: DEMO_MS,
}, async () => {
  const { vendor } = await readOne<{ vendor: string }>(
    `SELECT vendor FROM products WHERE shop = $1 AND status = 'ACTIVE' AND vendor <> '' GROUP BY vendor ORDER BY count(*), vendor LIMIT 1`,
  );
  const scheduled = () =>
    read<{ sku: string; price: number; before: number; state: string }>(
      `SELECT s.sku, s.price_cents::int AS price, s.seen_cents::int AS before, s.state FROM price_schedules AS s
        WHERE s.shop = $1 AND s.effective_at > '2198-12-01' AND s.sku IN (
          SELECT v.sku FROM variants AS v JOIN products AS p ON p.shop = v.shop AND p.id = v.product_id
           WHERE v.shop = $1 AND p.vendor = $2) ORDER BY s.sku`,
      vendor,
    );
  await perform("raise a vendor's prices by 5% to .99", "/bulkprice/workbench", 10, async (hands, frame) => {
    await hands.type(frame.getByRole("combobox", { name: "Vendor" }), vendor);
    await hands.click(frame.getByRole("option", { name: `${vendor} (` }));
    await hands.choose(frame.getByRole("combobox", { name: "Rule" }), "Raise by percent");
    await hands.type(frame.getByRole("textbox", { name: "Percent" }), "5");
    await hands.choose(frame.getByRole("combobox", { name: "Rounding" }), "To .99, nearest");
    await expectInView(frame.getByText(/^(Up|Down) \d/).first());
    await hands.click(frame.getByRole("button", { name: "Schedule new prices" }));
    const dialog = frame.getByRole("dialog", { name: "Schedule new prices" });
    await hands.type(dialog.getByRole("textbox", { name: "Date From" }), DUE);
    await hands.click(dialog.getByRole("button", { name: "Check the plan" }));
    await hands.click(frame.getByRole("button", { name: /^Import \d+ rows?$/ }));
    await frame.getByRole("heading", { name: "The import is done" }).waitFor(SLOWLY);
  });
  const prices = await scheduled();
  expect(prices.length).toBeGreaterThan(0);
  for (const { price, before } of prices) {
    expect(price % 100).toBe(99);
    expect(Math.abs(price - before * 1.05)).toBeLessThanOrEqual(50.5);
  }
  const { sku } = prices[0] as { sku: string };
  await perform("cancel one scheduled price", "/bulkprice", 5, async (hands, frame) => {
    await hands.type(frame.getByRole("textbox", { name: "Search" }), sku);
    await hands.press(frame.getByRole("textbox", { name: "Search" }), "Enter");
    const row = frame.getByRole("row").filter({ hasText: sku }).filter({ hasText: "12-31-2198" });
    await expectInView(row);
    await hands.click(row.getByRole("checkbox"));
    await hands.click(frame.getByRole("button", { name: "Cancel", exact: true }));
    await hands.click(
      frame
        .getByRole("dialog")
        .getByRole("button", { name: /^Cancel/ })
        .last(),
    );
    await expect
      .poll(async () => (await scheduled()).find((price) => price.sku === sku)?.state, SLOWLY)
      .toBe("canceled");
  });
});

interface FoundOrder {
  data: {
    orderId: string;
    orderDetails: {
      lineItems: { edges: { node: { id: string; returnableQuantity: number } }[] };
    };
    returns: { return_name: string; can_receive: boolean; quantity: number }[];
  } | null;
}

/** An order of which two units can be returned, whose customer has an email address. */
async function findReturnable(): Promise<{ name: string; email: string }> {
  const orders = await read<{ name: string; email: string }>(
    `SELECT o.name, c.email FROM orders AS o JOIN customers AS c ON c.shop = o.shop AND c.id = o.customer_id
       JOIN order_lines AS l ON l.shop = o.shop AND l.order_id = o.id
      WHERE o.shop = $1 AND o.fulfillment_status = 'FULFILLED' AND o.cancelled_at IS NULL AND l.quantity >= 2 AND c.email IS NOT NULL
        AND NOT EXISTS (SELECT FROM return_cases AS r WHERE r.shop = o.shop AND r.order_name = o.name)
      ORDER BY o.processed_at DESC LIMIT 20`,
  );
  for (const order of orders) {
    const { data } = await call<FoundOrder>(
      "GET",
      `/shopify/order/search?${new URLSearchParams({ value: order.name })}`,
    );
    const line = data?.orderDetails.lineItems.edges.find(({ node }) => node.returnableQuantity >= 2)?.node;
    if (!data || !line || data.returns.length > 0) continue;
    const { success } = await call<{ success: boolean }>("POST", "/shopify/order/return", {
      lineItems: [{ lineitem_id: line.id, quantity: 2 }],
      orderId: data.orderId,
    });
    if (success) return order;
  }
  throw new Error("The demo has no order of which two units can be returned.");
}

test("a return is found by its email address, and 1 good and 1 damaged unit are received", {
  timeout: DEMO_MS,
}, async () => {
  const { name, email } = await findReturnable();
  await perform("receive 1 good and 1 damaged unit", "/orderReturns", 8, async (hands, frame) => {
    await hands.type(frame.getByLabel("Order number"), email);
    await hands.click(frame.getByRole("button", { name: "Search", exact: true }));
    const order = frame.getByRole("table", { name: "found orders" }).getByRole("link", { name });
    await expectInView(order);
    await hands.click(order);
    await hands.click(frame.getByRole("button", { name: `More actions for ${name}-R1` }));
    await hands.click(frame.getByRole("menuitem", { name: `Receive items of ${name}-R1` }));
    const dialog = frame.getByRole("dialog");
    await hands.click(dialog.getByRole("button", { name: /^Some units differ/ }));
    await hands.choose(dialog.getByRole("combobox", { name: /^Disposition of units 2/ }), "Don’t restock");
    await hands.click(dialog.getByRole("button", { name: /^Receive/ }));
    await frame
      .getByText(/^Received, 1 restocked, 1 not restocked/)
      .first()
      .waitFor(SLOWLY);
  });
});

test("50 codes are generated from a pattern", { timeout: DEMO_MS }, async () => {
  const pool = await readOne<{ id: string; name: string }>(
    "SELECT id, name FROM coupon_pools WHERE shop = $1 AND archived_at IS NULL ORDER BY lower(name), id LIMIT 1",
  );
  const prefix = `FIFTY${Date.now().toString(36).toUpperCase()}-`;
  await perform("generate 50 codes", "/coupons/pools", 4, async (hands, frame) => {
    const generate = frame.getByRole("button", { name: `Generate codes of ${pool.name}`, exact: true });
    await expectInView(generate);
    await hands.click(generate);
    const dialog = frame.getByRole("dialog");
    await hands.type(dialog.getByLabel("Pattern"), `${prefix}####`);
    await hands.type(dialog.getByLabel("Number of codes"), "50");
    await hands.click(dialog.getByRole("button", { name: "Generate" }));
    const counted = async () =>
      (
        await readOne<{ codes: number }>(
          "SELECT count(*)::int AS codes FROM coupon_codes WHERE shop = $1 AND pool_id = $2 AND code LIKE $3 AND state = 'free'",
          pool.id,
          `${prefix}%`,
        )
      ).codes;
    await expect.poll(counted, { timeout: withMachineFactor(60_000) }).toBe(50);
  });
});

test("a registration code is deactivated", { timeout: DEMO_MS }, async () => {
  await perform("deactivate a registration code", "/registrationCodes?tab=list", 2, async (hands, frame) => {
    const row = frame
      .getByRole("row")
      .filter({ has: frame.getByText("Active", { exact: true }) })
      .first();
    await expectInView(row);
    const more = row.getByRole("button", { name: /^More actions for / });
    const code = ((await more.getAttribute("aria-label")) ?? "").replace("More actions for ", "");
    await hands.click(more);
    await hands.click(frame.getByRole("menuitem", { name: `Deactivate: ${code}` }));
    const isDeactivated = async () =>
      (
        await readOne<{ is: boolean }>(
          "SELECT deactivated_at IS NOT NULL AS is FROM registration_codes WHERE shop = $1 AND code = $2",
          code,
        )
      ).is;
    await expect.poll(isDeactivated, SLOWLY).toBe(true);
  });
});

test("a product without alt text gets one", { timeout: DEMO_MS }, async () => {
  const lacking = async () =>
    (await call<{ texts: { count: number } }>("GET", "/productMedia/products/work")).texts.count;
  expect(await lacking()).toBeGreaterThan(0);
  const text = `A picture, described at ${Date.now()}`;
  await perform("give an alt text to a product", "/productMedia?tab=media", 4, async (hands, frame) => {
    await hands.click(frame.getByRole("button", { name: /^Without alt text \(/ }));
    await hands.click(frame.getByRole("link", { name: "Edit texts" }));
    const field = frame.getByRole("textbox", { name: /^Alt text of / }).first();
    await expectInView(field);
    await hands.type(field, text);
    await hands.click(page().getByRole("button", { name: "Save", exact: true }));
    const isStored = async () =>
      (
        await read(
          "SELECT FROM products WHERE shop = $1 AND media @> $2::jsonb",
          JSON.stringify([{ alt: text }]),
        )
      ).length;
    await expect.poll(isStored, SLOWLY).toBeGreaterThan(0);
  });
});

test("an event is cloned and published", { timeout: DEMO_MS }, async () => {
  const name = `Cloned ${Date.now().toString(36)}`;
  await perform("clone an event and publish it", "/events", 6, async (hands, frame) => {
    const row = firstRow(frame, "events");
    await expectInView(row);
    await hands.click(row.getByRole("button", { name: /^More actions for / }));
    await hands.click(frame.getByRole("menuitem", { name: /^Clone: / }));
    const dialog = frame.getByRole("dialog");
    await hands.type(dialog.getByRole("textbox", { name: "Name", exact: true }), name);
    await hands.click(dialog.getByLabel("Is Published"));
    await hands.click(dialog.getByRole("button", { name: "Submit" }));
    await dialog.waitFor({ state: "detached", ...SLOWLY });
    const { id, active } = await readOne<{ id: number; active: boolean }>(
      "SELECT id::int AS id, active FROM events WHERE shop = $1 AND name = $2",
      name,
    );
    expect(active).toBe(true);
    // The other files open the first event's guests.
    await call("PATCH", `/events/archive/${id}`, {});
  });
});

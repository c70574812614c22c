import { afterAll, beforeAll, expect, test } from "vitest";
import { insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { createDiscount } from "../../../local-store/discounts/create-discount.ts";
import { DEMO, startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
beforeAll(async () => {
  store = await startTestStore();
  await createCustomer(store.store, DEMO, { firstName: "Otto", email: "otto@example.com" });
  await insertProductsInBulk(store.store, DEMO, [
    {
      handle: "lamp",
      title: "Lamp",
      created_at: new Date(),
      variants: [
        { sku: "LAMP-1", price_cents: 2000 },
        { sku: "LAMP-2", price_cents: 1000 },
      ],
    },
  ]);
  await createDiscount(store.store, DEMO, {
    title: "Half",
    code: "HALF",
    percentage: 0.5,
    amountCents: null,
    oncePerCustomer: false,
    usageLimit: null,
    startsAt: new Date(0),
    endsAt: null,
  });
});
afterAll(() => store.dispose());

const base = () => `${store.url}/store/backroom-demo/orders`;
const read = async (path: string) => (await fetch(`${base()}${path}`)).text();
const submit = async (path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${base()}${path}`, { method: "POST", body, redirect: "manual" });
  return decodeURIComponent(response.headers.get("location") ?? "").replaceAll("+", " ");
};

test("an order with a bundle, a discount and a gift tag is paid, fulfilled, delivered, and returned", async () => {
  expect(await submit("", { customer: "otto@example.com", sku1: "NONE" })).toContain(
    "No product has the SKU NONE.",
  );
  const order = {
    customer: "otto@example.com",
    ...{ sku1: "LAMP-1", quantity1: "2", bundle1: "Set" },
    ...{ sku2: "lamp-2", quantity2: "1", bundle2: "Set", customization2: "Blue" },
    ...{ address1: "1 Main St", city: "Reno", state: "nv", zip: "89501" },
    ...{ giftTag: "1", shipping: "5.00", discountCode: "half", payment: "later", note: "<b>Ring</b>" },
  };
  const [page = ""] = /\/\d+$/.exec(await submit("", order)) ?? [];
  const placed = await read(page);
  for (const text of ["pending, unfulfilled", "Bundle: Set", "Customization: Blue", "BDGIFTTAG", "HALF"])
    expect(placed).toContain(text);
  expect(placed).toContain("Otto, 1 Main St, Reno NV 89501, US");
  expect(placed).toContain("Shipping $5.00, discounts $25.00, total <strong>$30.00</strong>");
  expect(placed).not.toContain("<b>Ring");
  await submit(`${page}/pay`, {});
  await submit(`${page}/fulfill`, { company: "UPS", trackingNumber: "1Z999" });
  const event = /fulfillments\/\d+\/events/.exec(await read(page))?.[0];
  await submit(`${page}/${event}`, { status: "DELIVERED" });
  const delivered = await read(page);
  expect(delivered).toContain("paid, fulfilled");
  expect(delivered).toMatch(/UPS 1Z999, delivered/);
  const line = /<option value="(\d+)">Lamp \(at most 2\)/.exec(delivered)?.[1] ?? "";
  await submit(`${page}/returns`, { line, quantity: "2", reason: "STYLE", action: "request" });
  const step = /returns\/\d+/.exec(await read(page))?.[0];
  for (const action of ["approve", "process", "close"]) await submit(`${page}/${step}`, { action });
  const returned = await read(page);
  expect(returned).toContain("partially refunded, fulfilled, returned");
  expect(returned).toContain("refund $20.00, manual");
  expect(await submit(`${page}/refund`, { amount: "11", to: "original" })).toContain(
    "The amount exceeds the refundable amount of the order.",
  );
  expect(await read("?search=otto")).toContain("partially refunded");
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCollections } from "../../../local-store/catalog/collections.ts";
import { mediaOfProducts } from "../../../local-store/catalog/media.ts";
import { insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { findCustomer, findCustomerByEmail } from "../../../local-store/data/find-customers.ts";
import { metafieldsOf } from "../../../local-store/data/metafields.ts";
import { findProductByHandle, variantsOfProducts } from "../../../local-store/data/products.ts";
import type { ProductRow } from "../../../local-store/data/rows.ts";
import { DEMO, startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.dispose());

const address = (path: string) => `${store.url}/store/backroom-demo${path}`;
const read = async (path: string) => (await fetch(address(path))).text();

function submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(address(path), {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers,
  });
}

it("the page of product metafields adds a definition, and says why one is refused", async () => {
  const path = "/settings/custom_data/product/metafields";
  const definition = { name: "Voltage of the page", key: "page.voltage", type: "number_integer" };
  expect((await submit(path, definition)).status).toBe(303);
  expect(await read(path)).toContain("Voltage of the page (number integer)");
  const again = await submit(path, definition);
  expect(again.status).toBe(422);
  expect(await again.text()).toContain("Key is in use for Product metafields");
});

describe("the customer pages", () => {
  it("escape a customer's name everywhere", async () => {
    const name = "<script>alert(1)</script>";
    const { customer } = await createCustomer(store.store, DEMO, {
      firstName: name,
      lastName: `"onmouseover="x`,
      email: "evil@example.com",
      tags: [name],
      note: name,
      metafields: [{ namespace: "stp", key: "school", type: "single_line_text_field", value: name }],
    });
    const escaped = "&lt;script&gt;alert(1)&lt;/script&gt;";
    const search = `/customers?search=${encodeURIComponent(name)}`;
    for (const path of ["/customers", `/customers/${customer?.id}`, search]) {
      const html = await read(path);
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain('"onmouseover="');
      expect(html).toContain(escaped);
    }
  });

  it("adjust, spend, refund, and expire store credit", async () => {
    const { customer } = await createCustomer(store.store, DEMO, { firstName: "Page" });
    const page = `/customers/${customer?.id}`;
    await submit(`${page}/store-credit`, { amount: "30", expiresAt: "2099-01-31" });
    await submit(`${page}/orders`, { total: "12.5" });
    const html = await read(page);
    expect(html).toContain("Balance <strong>$17.50</strong>");
    // By the shop's clock, as in Shopify's admin.
    expect(html).toContain("Jan 31, 2099, 11:59 PM");
    expect(html).toContain("in 1 order<");
    const order = /orders\/(\d+)\/refund/.exec(html)?.[1];
    await submit(`${page}/orders/${order}/refund`, { amount: "2", to: "credit" });
    await submit(`${page}/orders/${order}/cancel`, {});
    const credits = [...(await read(page)).matchAll(/store-credit\/(\d+)\/expire/g)].map(([, id]) => id);
    expect(credits).toHaveLength(2);
    await submit(`${page}/store-credit/${credits.at(-1)}/expire`, {});
    const refused = await submit(`${page}/orders`, { total: "nothing" });
    expect(decodeURIComponent(refused.headers.get("location") ?? "")).toContain("The+total+must+be+above+0.");
    const after = await read(page);
    expect(after).toContain("Balance <strong>$2.00</strong>");
    expect(after).toContain("cancelled, refunded");
  });

  it("register a student with tags and metafields", async () => {
    const response = await submit("/register", {
      kind: "student",
      firstName: "Ana",
      lastName: "Núñez",
      email: "Ana@school.example",
      school: "Harbor Trades Academy",
      course: "Masonry",
      country: "es",
      startDate: "2026-09-01",
      emailConsent: "1",
    });
    expect(response.status).toBe(303);
    const customer = await findCustomerByEmail(store.store.pool, DEMO, "ana@school.example");
    expect(customer).toMatchObject({
      tags: ["Pending", "UserType:Student"],
      email_marketing: { state: "SUBSCRIBED" },
    });
    const id = customer?.id ?? 0;
    const fields = (await metafieldsOf(store.store.pool, DEMO, "CUSTOMER", [id])).get(id) ?? [];
    expect(
      Object.fromEntries(fields.map(({ namespace, key, value }) => [`${namespace}.${key}`, value])),
    ).toEqual({
      "stp.start_date": "2026-09-01",
      "stp.school": "Harbor Trades Academy",
      "stp.course": "Masonry",
      "profile.country": "ES",
      "profile.privacy_policy_consent": "1",
      "profile.email_policy_consent": "1",
    });
  });

  it("show the errors of a registration and keep its values", async () => {
    const response = await submit("/register", {
      kind: "staff",
      firstName: "Bo",
      lastName: "B",
      email: "no address",
    });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain("Email is invalid");
    expect(html).toContain('value="no address"');
  });

  it("add and remove tags", async () => {
    const { customer } = await createCustomer(store.store, DEMO, {
      email: "tags@example.com",
      tags: ["Pending"],
    });
    const id = customer?.id ?? 0;
    await submit(`/customers/${id}/tags/add`, { tag: "VIP" });
    await submit(`/customers/${id}/tags/remove`, { tag: "pending" });
    expect((await findCustomer(store.store.pool, DEMO, id))?.tags).toEqual(["VIP"]);
  });

  it("reject a form from another website", async () => {
    const foreign = { "Sec-Fetch-Site": "cross-site" };
    const response = await submit("/register", { firstName: "X", email: "x@example.com" }, foreign);
    expect(response.status).toBe(403);
    expect(await findCustomerByEmail(store.store.pool, DEMO, "x@example.com")).toBeNull();
  });

  it("respond with 404 for an unknown shop, customer, or page", async () => {
    for (const path of [
      "/store/unknown/customers",
      "/store/backroom-demo/customers/1",
      "/store/backroom-demo/x",
    ])
      expect((await fetch(store.url + path)).status).toBe(404);
  });
});

describe("the product pages", () => {
  let id = 0;
  let page = "";
  beforeAll(async () => {
    await insertProductsInBulk(store.store, DEMO, [
      {
        handle: "vise",
        title: "<b>Vise</b>",
        images: [{ source: "https://example.com/a.jpg", alt: "A" }],
        variants: [
          { sku: "VISE-1", price_cents: 1000 },
          { sku: "VISE-2", price_cents: 2000 },
        ],
      },
    ]);
    id = (await findProductByHandle(store.store.pool, DEMO, "vise"))?.id ?? 0;
    page = `/products/${id}`;
  });
  const product = async () => (await findProductByHandle(store.store.pool, DEMO, "vise")) as ProductRow;
  const variants = () => variantsOfProducts(store.store.pool, DEMO, [id]);
  const pictures = async () => (await mediaOfProducts(store.store.pool, DEMO, [id])).get(id) ?? [];

  it("find products by title, handle, and SKU", async () => {
    for (const search of ["vise", "VISE-2", "<b>"]) {
      const html = await read(`/products?${new URLSearchParams({ search })}`);
      expect(html).toContain(`${page}">&lt;b&gt;Vise&lt;/b&gt;</a>`);
    }
    expect(await read("/products?search=nothing-like-it")).toContain("No products found.");
  });

  it("change prices, the status, and tags", async () => {
    const [first, second] = await variants();
    const prices = {
      [`price ${first?.id}`]: "11.5",
      [`compareAt ${first?.id}`]: "20",
      [`price ${second?.id}`]: "20",
    };
    const wrong = await submit(`${page}/variants`, { ...prices, [`price ${second?.id}`]: "cheap" });
    expect(decodeURIComponent(wrong.headers.get("location") ?? "")).toContain("Enter+the+prices+of+VISE-2");
    await submit(`${page}/variants`, { ...prices, [`compareAt ${second?.id}`]: "" });
    expect(await variants()).toMatchObject([
      { price_cents: 1150, compare_at_price_cents: 2000 },
      { price_cents: 2000, compare_at_price_cents: null },
    ]);
    await submit(`${page}/status`, { status: "ARCHIVED" });
    await submit(`${page}/tags/add`, { tag: "sale" });
    expect(await product()).toMatchObject({ status: "ARCHIVED", tags: ["sale"] });
    await submit(`${page}/tags/remove`, { tag: "SALE" });
    expect((await product()).tags).toEqual([]);
  });

  it("add, describe, reorder, and remove pictures", async () => {
    await submit(`${page}/media`, { source: "https://example.com/b.jpg" });
    const added = (await pictures())[1];
    await submit(`${page}/media/${added?.id}`, { action: "alt", alt: "B" });
    await submit(`${page}/media/${added?.id}`, { action: "first" });
    expect(await pictures()).toMatchObject([{ alt: "B" }, { alt: "A" }]);
    expect(await read(page)).toContain('src="https://example.com/b.jpg"');
    await submit(`${page}/media/${added?.id}`, { action: "remove" });
    expect(await pictures()).toMatchObject([{ alt: "A", position: 1 }]);
    const wrong = await submit(`${page}/media`, { source: "picture" });
    expect(decodeURIComponent(wrong.headers.get("location") ?? "")).toContain("Enter+the+full+URL");
  });

  it("add, rename, fill, and delete collections, and delete the product", async () => {
    await submit("/collections", { title: "Clamp" });
    const [collection] = await listCollections(store.store.pool, DEMO);
    await submit(`/collections/${collection?.id}/rename`, { title: "Clamps" });
    await submit(`${page}/collections/add`, { collection: String(collection?.id) });
    expect(await read(page)).toContain("Remove from Clamps");
    expect(await read("/collections")).toContain('value="Clamps"');
    await submit(`${page}/collections/remove`, { collection: String(collection?.id) });
    expect(await read(page)).not.toContain("Remove from Clamps");
    await submit(`/collections/${collection?.id}/delete`, {});
    expect(await listCollections(store.store.pool, DEMO)).toEqual([]);
    await submit(`${page}/delete`, {});
    expect((await fetch(address(page))).status).toBe(404);
  });
});

describe("the app's page", () => {
  const frameOf = async (path: string, headers: Record<string, string> = {}) => {
    const html = await (await fetch(address(path), { headers })).text();
    const src = /<iframe[^>]* src="([^"]+)"/.exec(html)?.[1] ?? "";
    return new URL(src.replaceAll("&amp;", "&"));
  };

  it("opens a page of the app with its query and Shopify's parameters", async () => {
    // External links can contain the API key instead of the handle.
    const url = await frameOf("/apps/backroom-local/students?tab=approved");
    expect(url.pathname).toBe("/students");
    const { id_token, timestamp, ...query } = Object.fromEntries(url.searchParams);
    expect(query).toEqual({
      tab: "approved",
      embedded: "1",
      shop: DEMO,
      host: Buffer.from("admin.shopify.com/store/backroom-demo").toString("base64").replace(/=+$/, ""),
      locale: "en",
    });
    expect(Number(timestamp)).toBeGreaterThan(1_700_000_000);
    expect(claims(id_token)).toMatchObject({ sub: "1", aud: "backroom-local", dest: `https://${DEMO}` });
  });

  it("uses the administrator in the query or the cookie", async () => {
    const response = await fetch(address("/apps/backroom/students?tab=x&administrator=3"), {
      redirect: "manual",
    });
    expect(response.headers.get("location")).toBe("/store/backroom-demo/apps/backroom/students?tab=x");
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    const url = await frameOf("/apps/backroom", { cookie });
    expect(claims(url.searchParams.get("id_token") ?? undefined).sub).toBe("3");
  });
});

function claims(token = "") {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mediaOfProducts } from "../../../local-store/catalog/media.ts";
import { loadExport } from "../../../local-store/csv/load-export.ts";
import { describeProblem } from "../../../local-store/csv/read-csv.ts";
import { findCustomerByEmail } from "../../../local-store/data/find-customers.ts";
import { metafieldsOf } from "../../../local-store/data/metafields.ts";
import type { ProductRow, VariantRow } from "../../../local-store/data/rows.ts";
import { exportCustomers } from "../../../local-store/demo/export-customers.ts";
import { installApp } from "../../../local-store/webhooks/installation.ts";
import { DEMO, startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.dispose());

async function load(name: string, text: string) {
  const file = join(store.folder, name);
  await writeFile(file, text);
  const report = await loadExport(store.store, DEMO, file);
  return { ...report, problems: report.problems.map(describeProblem) };
}

async function product(handle: string): Promise<ProductRow & { variants: VariantRow[]; images: string[] }> {
  const { pool } = store.store;
  const products = await pool.query("SELECT * FROM products WHERE shop = $1 AND handle = $2", [DEMO, handle]);
  const found = products.rows[0];
  const variants = await pool.query("SELECT * FROM variants WHERE product_id = $1 ORDER BY position", [
    found.id,
  ]);
  const media = (await mediaOfProducts(pool, DEMO, [found.id])).get(found.id) ?? [];
  return { ...found, variants: variants.rows, images: media.map(({ source }) => source) };
}

describe("a product export in the older format", () => {
  const OLDER = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Weight Unit,Cost per item
work-shirt,"Shirt, ""heavy""","<p>Two
lines</p>",Harbor,Workwear,"new, cotton",true,Size,S,Colour,Blue,WS-S,250,4,deny,19.99,25,https://example.com/a.jpg,1,g,7.5
work-shirt,,,,,,,,M,,Blue,WS-M,260,0,continue,21,,https://example.com/b.jpg,2,g,
work-shirt,,,,,,,,,,,,,,,,,https://example.com/c.jpg,3,,
hammer,Hammer,,Harbor,Tools,,false,Title,Default Title,,,,500,9,deny,10.05,,,,kg,
`;

  it("combines a product's rows: variants, options, images, quotes, and line breaks", async () => {
    expect(await load("products.csv", OLDER)).toMatchObject({
      kind: "products",
      created: 2,
      updated: 0,
      problems: [],
    });
    const shirt = await product("work-shirt");
    expect(shirt).toMatchObject({
      title: 'Shirt, "heavy"',
      body_html: "<p>Two\nlines</p>",
      tags: ["new", "cotton"],
      options: [
        { name: "Size", values: ["S", "M"] },
        { name: "Colour", values: ["Blue"] },
      ],
    });
    expect(shirt.images).toEqual([
      "https://example.com/a.jpg",
      "https://example.com/b.jpg",
      "https://example.com/c.jpg",
    ]);
    expect(shirt.variants).toMatchObject([
      {
        sku: "WS-S",
        price_cents: 1999,
        compare_at_price_cents: 2500,
        cost_cents: 750,
        option_values: ["S", "Blue"],
      },
      { sku: "WS-M", price_cents: 2100, inventory_policy: "CONTINUE", option_values: ["M", "Blue"] },
    ]);
    expect((await product("hammer")).published_at).toBeNull();
  });

  it("updates existing products and keeps their ids", async () => {
    const before = await product("work-shirt");
    expect(await load("products.csv", OLDER.replace("19.99", "18.5"))).toMatchObject({
      created: 0,
      updated: 2,
    });
    const after = await product("work-shirt");
    expect(after.id).toBe(before.id);
    expect(after.variants.map((variant) => variant.id)).toEqual(before.variants.map((variant) => variant.id));
    expect(after.variants[0]?.price_cents).toBe(1850);
    expect(after.created_at).toEqual(before.created_at);
    expect(after.images).toEqual(before.images);
  });

  it("adds products to collections and sends webhooks", async () => {
    const { pool } = store.store;
    const configFile = join(store.folder, "products.toml");
    const topics = ["products/create", "products/update", "collections/create", "collections/update"];
    await writeFile(
      configFile,
      `[[webhooks.subscriptions]]\ntopics = ${JSON.stringify(topics)}\nuri = "/webhooks"\n`,
    );
    await installApp(store.store, DEMO, {
      apiKey: "k",
      secret: "s",
      url: "http://localhost:1",
      title: "T",
      configFile,
    });
    const queued = async () => {
      const { rows } = await pool.query<{ topic: string; body: string }>(
        "DELETE FROM webhook_deliveries WHERE shop = $1 RETURNING id, topic, body",
        [DEMO],
      );
      return rows;
    };
    await queued();
    const vise = "Handle,Title,Collection,Variant SKU,Variant Price\nvise,Vise,Clamps,VI-1,12\n";
    await load("vise.csv", vise);
    const created = await queued();
    expect(created.map(({ topic }) => topic).sort()).toEqual([
      "collections/create",
      "collections/update",
      "products/create",
    ]);
    const body = created.find(({ topic }) => topic === "products/create")?.body ?? "";
    expect(JSON.parse(body)).toMatchObject({ handle: "vise", variants: [{ sku: "VI-1", price: "12.00" }] });
    await load("vise.csv", vise.replace(",12", ",13"));
    expect((await queued()).map(({ topic }) => topic)).toEqual(["products/update"]);
  });

  it("reads metafields from their columns, and keeps those without a cell", async () => {
    const { pool } = store.store;
    await pool.query(
      `INSERT INTO metafield_definitions (shop, owner_type, namespace, key, name, type)
       VALUES ($1, 'PRODUCT', 'custom', 'colors', 'Colors', 'list.single_line_text_field')`,
      [DEMO],
    );
    const metafields = async () => {
      const { id } = await product("apron");
      const entries = (await metafieldsOf(pool, DEMO, "PRODUCT", [id])).get(id) ?? [];
      return entries.map(({ namespace, key, type, value }) => [`${namespace}.${key}`, type, value]);
    };
    const titles =
      "Handle,Title,Variant Price,Fabric (product.metafields.custom.fabric),Colors (product.metafields.custom.colors)";
    await load("metafields.csv", `${titles}\napron,Apron,20,Linen,Sand; Sea\n`);
    const colors = ["custom.colors", "list.single_line_text_field", '["Sand","Sea"]'];
    expect(await metafields()).toEqual([["custom.fabric", "single_line_text_field", "Linen"], colors]);
    await load("metafields.csv", `${titles}\napron,Apron,20,Cotton,\n`);
    expect(await metafields()).toEqual([["custom.fabric", "single_line_text_field", "Cotton"], colors]);
  });

  it("removes variants and images that the file no longer has", async () => {
    await load(
      "products.csv",
      OLDER.split("\n")
        .filter((line) => !line.includes("WS-M"))
        .join("\n"),
    );
    const shirt = await product("work-shirt");
    expect(shirt.variants.map(({ sku }) => sku)).toEqual(["WS-S"]);
    expect(shirt.images).toEqual(["https://example.com/a.jpg", "https://example.com/c.jpg"]);
  });

  it("reads the newer column names", async () => {
    const newer = `Title,URL handle,Description,Vendor,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Cost per item,Charge tax,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Variant image URL,Gift card
Saw,saw,<p>Cuts</p>,Harbor,FALSE,Draft,SAW-1,Size,Small,99.90,,40.10,TRUE,shopify,7,CONTINUE,1200,kg,TRUE,manual,https://example.com/s.png,,FALSE
,saw,,,,,SAW-2,,Large,120,,,TRUE,shopify,3,DENY,1400,kg,TRUE,manual,,,
`;
    expect(await load("newer.csv", newer)).toMatchObject({ created: 1, problems: [] });
    expect(await product("saw")).toMatchObject({
      status: "DRAFT",
      published_at: null,
      variants: [
        { sku: "SAW-1", price_cents: 9990, cost_cents: 4010, grams: 1200, inventory_policy: "CONTINUE" },
        { sku: "SAW-2", price_cents: 12000, inventory_quantity: 3, inventory_policy: "DENY" },
      ],
    });
  });

  it("reports invalid rows with file, row, and column, and loads the rest", async () => {
    const wrong = `Handle,Title,Variant Price,Option1 Name,Option1 Value
good,Good,5,Size,S
good,,five,,M
untitled,,3,Size,S
other,Other,"1.005",Size,S
last,Last,7,Size,S
`;
    const report = await load("wrong.csv", wrong);
    expect(report.problems).toEqual([
      `wrong.csv, row 3, column "Variant Price": "five" isn't an amount. Use the format 1234.50.`,
      'wrong.csv, row 4, column "Title": the first row of a product needs a title.',
      `wrong.csv, row 5, column "Variant Price": "1.005" isn't an amount. Use the format 1234.50.`,
    ]);
    expect(report.created).toBe(2);
    expect((await product("good")).variants).toHaveLength(1);
  });

  it("reports what the database can't store and loads the rest", async () => {
    const report = await load(
      "unstorable.csv",
      `Handle,Title,Variant Price,Variant Grams,Variant Inventory Qty
nul,N\0l,5,1,1
huge,Huge,5,1,99999999999
fine,Fine,5,1,1
`,
    );
    expect(report.problems).toEqual([
      'unstorable.csv, row 2: can\'t be stored: invalid byte sequence for encoding "UTF8": 0x00.',
      expect.stringMatching(/^unstorable\.csv, row 3: can't be stored: .*out of range.*\.$/),
    ]);
    expect(report.created).toBe(1);
  });
});

describe("a customer export", () => {
  const HEADER =
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Phone,Total Spent,Total Orders,Note,Tax Exempt,Tags";

  it("loads names, tags, consent, addresses, totals, and values with an apostrophe", async () => {
    const report = await load(
      "customers.csv",
      `\uFEFF${HEADER}\n'9013,Żaneta,"O'Neil, Jr.",Zaneta@Example.com,yes,1 Mill Lane,Łódź,,PL,'90-001,'+48221234567,129.95,2,"called,\ntwice",no,"Pending, UserType:Student"\n`,
    );
    expect(report).toMatchObject({ kind: "customers", created: 1, problems: [] });
    expect(await findCustomerByEmail(store.store.pool, DEMO, "zaneta@example.com")).toMatchObject({
      first_name: "Żaneta",
      last_name: "O'Neil, Jr.",
      phone: "+48221234567",
      tags: ["Pending", "UserType:Student"],
      note: "called,\ntwice",
      amount_spent_cents: 12995,
      orders_count: 2,
      email_marketing: { state: "SUBSCRIBED" },
      addresses: [
        { address1: "1 Mill Lane", city: "Łódź", zip: "90-001", countryCode: "PL", country: "Poland" },
      ],
    });
  });

  it("reports invalid rows and loads the rest", async () => {
    const report = await load(
      "wrong-customers.csv",
      `${HEADER}
'1,A,B,not an address,no,,,,,,,0,0,,no,
'2,C,D,c@example.com,maybe,,,,,,,0,0,,no,
'3,,,,no,,,,,,,0,0,,no,
'4,E,F,e@example.com,no,,,,Germany,,,0,0,,no,
'5,G,H,g@example.com,no,,,,,,,0,0,,no,VIP
'6,I,J,g@example.com,no,,,,,,,0,0,,no,
'7,K,L,k@example.com,no,,,,,,,1,2,3,4,5,6,7
`,
    );
    expect(report.created).toBe(1);
    expect(report.problems).toEqual([
      'wrong-customers.csv, row 2, column "Email": Email is invalid.',
      `wrong-customers.csv, row 3, column "Accepts Email Marketing": "maybe" isn't true or false.`,
      'wrong-customers.csv, row 4, column "Email": a customer needs an email address, a phone number, or a name.',
      `wrong-customers.csv, row 5, column "Default Address Country Code": "GERMANY" isn't a two-letter country code.`,
      'wrong-customers.csv, row 7, column "Email": g@example.com is already in row 6.',
      "wrong-customers.csv, row 8: has 18 cells, but the header has 16. Check for a missing quotation mark.",
    ]);
  });

  it("loads a generated export twice without duplicates", async () => {
    const text = [...exportCustomers({ customers: 300, seed: 5 })].join("");
    expect(text).toBe([...exportCustomers({ customers: 300, seed: 5 })].join(""));
    expect(await load("generated.csv", text)).toMatchObject({ created: 300, updated: 0, problems: [] });
    expect(await load("generated.csv", text)).toMatchObject({ created: 0, updated: 300, problems: [] });
    const { rows } = await store.store.pool.query(
      "SELECT count(*) AS count FROM customers WHERE email LIKE '%export.example'",
    );
    expect(rows[0].count).toBe(300);
  });

  it("rejects other files with the required columns", async () => {
    await expect(load("other.csv", "Name,Total\n#1001,5\n")).rejects.toThrow(
      /other\.csv isn't Shopify's product export/,
    );
    await expect(load("empty.csv", "")).rejects.toThrow("empty.csv is empty.");
    await expect(loadExport(store.store, DEMO, join(store.folder, "absent.csv"))).rejects.toThrow(
      /the file doesn't exist/,
    );
  });
});

describe("an order export", () => {
  const COLUMNS =
    "Name,Email,Financial Status,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount," +
    "Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem discount,Shipping Name,Shipping Address1," +
    "Shipping City,Shipping Zip,Shipping Province,Shipping Country,Notes,Cancelled at,Refunded Amount,Id,Tags,Source";
  const ORDERS = `${COLUMNS}
#5001,ANNA@example.com,partially_refunded,fulfilled,2026-09-02 10:00:00 -0400,USD,50.00,5.00,4.40,59.40,SAVE,2.00,Ground,2026-09-01 23:30:00 -0400,2,Shirt,20.00,WS-S,2.00,Anna Lee,1 Main St,Reno,'89501,NV,US,Ring twice,,10.00,123,"vip, gift",web
#5001,,,,,,,,,,,,,,1,Gift tag,12.00,BDGIFTTAG,,,,,,,,,,,,,
CA-7,nobody@example.com,pending,unfulfilled,,USD,9.00,0.00,0.00,9.00,,,,2026-09-03 08:00:00 UTC,1,Mug,9.00,,,,,,,,,,,,124,,pos
#5002,,lost,,,,,,,,,,,2026-09-03 08:00:00 UTC,1,Mug,9.00,,,,,,,,,,,,125,,
`;

  it("creates orders with their lines and history, and reports other rows", async () => {
    await load("buyers.csv", "First Name,Last Name,Email\nAnna,Lee,anna@example.com\n");
    expect(await load("orders.csv", ORDERS)).toMatchObject({
      kind: "orders",
      created: 2,
      updated: 0,
      problems: [expect.stringContaining(`"lost" isn't a payment status.`)],
    });
    const { rows } = await store.store.pool.query(
      `SELECT o.*, c.email AS customer_email, c.orders_count,
         (SELECT json_agg(json_build_array(l.sku, l.quantity, l.fulfilled_quantity) ORDER BY position) FROM order_lines l WHERE l.order_id = o.id) AS lines,
         (SELECT json_agg(json_build_array(kind, amount_cents) ORDER BY t.id) FROM order_transactions t WHERE t.order_id = o.id) AS payments
       FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE o.number = 5001 OR o.name = 'CA-7' ORDER BY o.name NULLS FIRST`,
    );
    expect(rows).toMatchObject([
      {
        number: 5001,
        customer_email: "anna@example.com",
        orders_count: 1,
        created_at: new Date("2026-09-02T03:30:00Z"),
        total_cents: 5940,
        fulfillment_status: "FULFILLED",
        tags: ["gift", "vip"],
        discount_codes: [{ code: "SAVE", cents: 200 }],
        shipping_address: { firstName: "Anna", lastName: "Lee", zip: "89501", countryCode: "US" },
        lines: [
          ["WS-S", 2, 2],
          ["BDGIFTTAG", 1, 1],
        ],
        payments: [
          ["SALE", 5940],
          ["REFUND", 1000],
        ],
      },
      { name: "CA-7", customer_id: null, financial_status: "PENDING", source_name: "pos", payments: null },
    ]);
    expect(await load("orders.csv", ORDERS)).toMatchObject({ created: 0, updated: 2 });
  });
});

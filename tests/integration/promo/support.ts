import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { callsOf } from "../../support/calls.ts";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { outbox } from "../../support/outbox.ts";
import { proxied } from "../../support/public-pages.ts";
import { DEMO } from "../../support/test-shop.ts";

type Query = <Row extends object>(text: string, values?: unknown[], shop?: string) => Promise<Row[]>;

const CHOICES = {
  retailers: ["Tool Depot", "Hardware Inc"],
  models: ["DC-100", "DC-200"],
  methods: ["In store", "Online"],
  ages: ["18-24", "25-34"],
  genders: ["Female", "Male"],
  countries: ["United States"],
  states: ["Ohio", "Texas"],
};

/** What a customer enters in the form of a promotion. */
export const SUBMISSION_FORM = {
  email: "ana@customers.example",
  gender: "Female",
  ageRange: "25-34",
  purchasingMethod: "In store",
  purchaseDate: "2026-05-20",
  receiptId: "AB-77",
  amount: "49.90",
  modelNumber: "DC-100",
  retailer: "Tool Depot",
  purchaseCity: "Columbus",
  purchaseState: "Ohio",
  shippingFirstName: "Ana",
  shippingLastName: "Martin",
  shippingAddress1: "1 Main Street",
  shippingCity: "Columbus",
  shippingState: "OH",
  shippingPostalCode: "43004",
  shippingCountry: "United States",
  phone: "(614) 555-0100",
};

/** Inserts a promotion. */
export async function addPromotion(
  query: Query,
  values: {
    id?: number;
    isLoyalty?: boolean;
    limit?: "address" | "person" | "none";
    variantId?: number;
    /** Without any, the form takes a text. */
    countries?: readonly string[];
    retailers?: readonly string[];
    models?: readonly string[];
  } = {},
  shop = DEMO,
): Promise<number> {
  const { id = 1, isLoyalty = false, limit = "none", variantId = 1 } = values;
  const { countries = CHOICES.countries, retailers = CHOICES.retailers, models = CHOICES.models } = values;
  await query(
    `INSERT INTO promotions (shop, id, name, choices, reward_variant_id, reward_title, submission_limit, is_loyalty, key, created_at,
                             created_by_id, created_by_name, operation_id)
     VALUES ($1, $2, $3, $4, $5, 'Battery', $6, $7, $8, now(), '1', 'Olivia Owner', gen_random_uuid())`,
    [
      shop,
      id,
      `Promotion ${id}`,
      { ...CHOICES, countries, retailers, models },
      variantId,
      limit,
      isLoyalty,
      `promotion-key-${id}`,
    ],
    shop,
  );
  return id;
}

/** Inserts a submission as the form would, with the given columns. */
export async function addSubmission(
  query: Query,
  columns: Record<string, unknown> = {},
  shop = DEMO,
): Promise<number> {
  const row: Record<string, unknown> = {
    promotion_id: 1,
    is_loyalty: false,
    operation_id: randomUUID(),
    link_id: randomUUID(),
    created_at: new Date("2026-06-01T10:00:00Z"),
    first_name: "Ana",
    last_name: "Martin",
    email: `ana-${randomUUID().slice(0, 8)}@customers.example`,
    purchasing_method: "In store",
    purchase_day: "2026-05-20",
    receipt_id: "R-1",
    receipt_key: "r1",
    model_number: "DC-100",
    retailer: "Tool Depot",
    purchase_state: "Ohio",
    shipping_first_name: "Ana",
    shipping_last_name: "Martin",
    shipping_address1: "1 Main St",
    shipping_city: "Columbus",
    shipping_state: "OH",
    shipping_postal_code: "43004",
    shipping_country: "United States",
    ...columns,
  };
  const names = Object.keys(row);
  const [added] = await query<{ id: string }>(
    `INSERT INTO submissions (shop, ${names.join(", ")})
     VALUES ($1, ${names.map((_, index) => `$${index + 2}`).join(", ")}) RETURNING id`,
    [shop, ...Object.values(row)],
    shop,
  );
  return Number(added?.id);
}

/** The emails to a submission's customer, oldest first. @param kind the name of a text */
export async function mailsAbout(id: number, kind?: string) {
  const { promo } = await callsOf();
  const { submission } = await promo.detail({ id, receipt: "false" });
  if (!submission.email) throw new Error(`Submission ${id} has no email address.`);
  return outbox({ to: submission.email, kind });
}

/** Inserts a submission that is assigned to administrator 2, unless the columns name another one. */
export const addAssignedSubmission = (query: Query, columns: Record<string, unknown> = {}) =>
  addSubmission(query, { status: "Assigned", reviewer_id: "2", reviewer_email: "two", ...columns });

/** Submits a receipt, as the form does after its confirmation, and lets the worker decode and check it. */
export async function submitReceipt(
  query: Query,
  name: string,
  bytes: Buffer,
  columns: Record<string, unknown> = {},
): Promise<number> {
  const [{ saveAttachment }, { receiptAttachment }, { requestReceiptCheck }, { withShop }] =
    await Promise.all([
      import("~/core/attachments/save-attachment.server"),
      import("~/domain/submissions/receipt-attachment"),
      import("~/domain/submissions/check-receipts.server"),
      import("~/platform/db/with-shop.server"),
    ]);
  const email = `${name}@customers.example`;
  const file = await saveAttachment(DEMO, receiptAttachment, { name, bytes, email });
  const id = await addSubmission(query, { attachment_id: file.id, email, ...columns });
  await withShop(DEMO, (tx) => requestReceiptCheck(tx, DEMO, id));
  await decodeUploads(DEMO);
  return id;
}

/** Inserts a reason for holding or denying. */
export async function addReason(
  query: Query,
  table: "deny_reasons" | "hold_reasons",
  columns: Record<string, unknown>,
  shop = DEMO,
): Promise<number> {
  const names = Object.keys(columns);
  const [added] = await query<{ id: string }>(
    `INSERT INTO ${table} (shop, ${names.join(", ")}) VALUES ($1, ${names.map((_, index) => `$${index + 2}`).join(", ")}) RETURNING id`,
    [shop, ...Object.values(columns)],
    shop,
  );
  return Number(added?.id);
}

/** A receipt with lines of different lengths, so that receipts differ. */
export const receiptPicture = (text: string, seed = 7): Promise<Buffer> => {
  const lines = Array.from(
    { length: 24 },
    (_, row) =>
      `<rect x="20" y="${20 + row * 24}" width="${40 + ((row * seed * 37) % 320)}" height="${6 + ((row * seed) % 12)}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="640"><rect width="400" height="640" fill="white"/>${lines.join("")}<text x="30" y="620">${text}</text></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
};

/** Opens a public page as Shopify's app proxy hands it on. A form is posted with its receipt. */
export async function visit(
  path: string,
  param: string,
  form?: Record<string, string>,
  receipt?: Buffer,
  signal?: AbortSignal,
) {
  const body = form && new FormData();
  for (const [name, value] of Object.entries(form ?? {})) body?.set(name, value);
  if (receipt)
    body?.set(path === "promotion" ? "receipt" : "file", new File([new Uint8Array(receipt)], "receipt.jpg"));
  const { app } = await import("~/app.server");
  const page = proxied(`${path}/${param}`, body);
  const request = signal ? new Request(page, { signal }) : page;
  const args = { request, params: { key: param, token: param }, context: { app } };
  const [promotion, status] = await Promise.all([
    import("~/routes/proxy.promotion.$key"),
    import("~/routes/proxy.submission.$token"),
  ]);
  const route = path === "promotion" ? promotion : status;
  const response = await (form ? route.action(args) : route.loader(args));
  if (form && response.status === 200) await decodeUploads(DEMO);
  return { status: response.status, html: await response.text() };
}

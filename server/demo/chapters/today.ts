import { and, eq } from "drizzle-orm";
import { storeMessage } from "~/core/requests/messages.server";
import { REGISTRATION_REQUEST } from "~/domain/registrations/questions/question-record.server";
import { registrationQuestions } from "~/domain/registrations/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { RequestRefused, request } from "../backroom.ts";
import { type Chapter, type DemoShop, dayOf, daysAgo, idOf, scaled, storeRows } from "../chapter.ts";
import { drawSpringContest } from "./giveaways.ts";

/** Amounts above this need a second administrator. */
const APPROVAL_LIMIT = "100.00";
const DISPLAY_NAMES = [
  { key: "specs.material", value: "Material" },
  { key: "specs.warranty_years", value: "Warranty (years)" },
  { key: "specs.colors", value: "Colors" },
];
const FILTERS = ["availability", "price", "vendor", "option:size", "specs.material"];
const ANSWERS = [
  "The semester begins next week, so the office sends the confirmation on Monday. My student number is 40812.",
  "I moved to the evening course. It ends in June.",
];
const QUESTION = "Could you send us a copy of your enrollment confirmation? A photo is enough.";

/**
 * Today's work, done by Backroom itself as the staff would: questions, a request that waits for a second administrator, syncs, reports, a
 * draw, and the checks of the ledger and of the record of changes.
 */
export const today: Chapter = {
  name: "Today",
  async prepare(shop) {
    await askStudents(shop);
    await askForApproval(shop);
    await request(shop, "PUT", "/salsifyDisplayName/list", { body: { updateList: DISPLAY_NAMES } }).catch(
      ignoreRepetition,
    );
    await request(shop, "POST", "/salsify/selectAllFields", { body: { active: true } });
    await request(shop, "POST", "/dashboard/customers/refresh");
    await drawSpringContest(shop);
    for (const path of reportPaths(shop)) await request(shop, "GET", path);
    await setUpFilters(shop);
    if (shop.isConnected) await startSyncs(shop);
    for (const path of ["/credits/proof", "/activity/proof"]) await request(shop, "POST", path);
  },
  write: answerQuestions,
};

/** Some of the students have answered, on the page that their email links to. */
async function answerQuestions(tx: ShopTransaction, shop: DemoShop): Promise<void> {
  const { domain } = shop;
  const open = await tx
    .select({ id: registrationQuestions.id, customerId: registrationQuestions.customerId })
    .from(registrationQuestions)
    .where(and(eq(registrationQuestions.shop, domain), eq(registrationQuestions.state, "open")))
    .orderBy(registrationQuestions.askedAt, registrationQuestions.id)
    .limit(scaled(shop, ANSWERS.length));
  for (const [index, { id, customerId }] of open.entries())
    await storeMessage(
      tx,
      domain,
      { kind: REGISTRATION_REQUEST, subjectId: id },
      {
        author: "customer",
        text: ANSWERS[index] ?? "",
        operationId: idOf(shop, "answer", index),
        customerId,
        at: new Date(),
      },
    );
}

async function askStudents(shop: DemoShop): Promise<void> {
  const pending = await storeRows<{ id: number }>(
    shop,
    `SELECT id FROM customers WHERE shop = $1 AND tags @> ARRAY['Pending', 'UserType:Student'] AND email IS NOT NULL
      ORDER BY created_at, id LIMIT $2`,
    [scaled(shop, 6)],
  );
  for (const [index, { id }] of pending.entries())
    await request(shop, "POST", "/questions", {
      as: shop.staff.reviewer.id,
      body: {
        ids: { id: `gid://shopify/Customer/${id}` },
        text: QUESTION,
        operationId: idOf(shop, "question", index),
      },
    });
}

async function askForApproval(shop: DemoShop): Promise<void> {
  await request(shop, "PUT", "/credits/approvals/limit", { body: { amount: APPROVAL_LIMIT } });
  const [customer] = await storeRows<{ id: number }>(
    shop,
    "SELECT customer_id AS id FROM store_credit_accounts WHERE shop = $1 ORDER BY id LIMIT 1",
  );
  if (customer)
    await request(shop, "POST", "/credits/issueCredits", {
      as: shop.staff.credit.id,
      body: {
        ids: String(customer.id),
        amount: "250.00",
        reference: "Recall of the 2024 saws",
        operationId: idOf(shop, "approval"),
      },
    });
}

function reportPaths(shop: DemoShop): string[] {
  const [from, to] = [dayOf(shop, daysAgo(shop, 30)), dayOf(shop, daysAgo(shop, 1))];
  const week = dayOf(shop, daysAgo(shop, 7));
  return [
    `/bundle/report?${new URLSearchParams({ date_from: from, date_to: to, bundle: "true", component: "true" })}`,
    `/knot?${new URLSearchParams({ dateFrom: from, dateTo: to })}`,
    "/salsify/report",
    ...(shop.isConnected
      ? [`/fraudCheck/reportFromShopify?${new URLSearchParams({ dateFrom: week, dateTo: to })}`]
      : []),
  ];
}

/** The filters of all collections, as shoppers have them. */
async function setUpFilters(shop: DemoShop): Promise<void> {
  for (const name of FILTERS)
    await request(shop, "PATCH", "/filters/filtersDef", { body: { name, active: true } });
  const { collections } = await request<{ collections: { id: string }[] }>(
    shop,
    "GET",
    "/filters/collections",
  );
  for (const { id: gid } of collections) {
    const collection = gid.split("/").at(-1) ?? "";
    const path = `/filters/collection/${collection}`;
    for (const name of FILTERS) await request(shop, "POST", path, { body: { collection, name } });
    await request(shop, "PATCH", `${path}/order`, { body: { collection, names: FILTERS } });
  }
  await request(shop, "GET", "/filters/updateCollections").catch(ignoreRepetition);
}

async function startSyncs(shop: DemoShop): Promise<void> {
  const as = shop.staff.operations.id;
  await request(shop, "GET", "/solr/update", { as }).catch(ignoreRepetition);
  await request(shop, "POST", "/algolia/sync", { as }).catch(ignoreRepetition);
  await request(shop, "POST", "/productMedia/sync", { as }).catch(ignoreRepetition);
  await request(shop, "GET", "/priceSpider/transfer", { as }).catch(ignoreRepetition);
}

/** It is running, or was done before the history was interrupted. */
function ignoreRepetition(error: Error): void {
  if (!(error instanceof RequestRefused && error.status === 409)) throw error;
}

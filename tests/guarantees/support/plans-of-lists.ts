import { signedInCalls } from "../../support/calls.ts";
import { statementsOf } from "../../support/plans.ts";
import type { TestShop } from "../../support/test-shop.ts";
import { fillManyRows } from "./many-rows.ts";

type Calls = Awaited<ReturnType<typeof signedInCalls>>;

/** In no row. One that ANALYZE took into its histogram counts as a hundredth of all, for which another index is cheaper. */
const NOWHERE = "nobody1234";
const BODY = { searchType: "Email" as const, searchValue: NOWHERE };
const RULE = { name: "Nowhere", registration: "student", school: "", setAsideShare: 0 } as const;
const orders = ["asc", "desc"] as const;

/** How each list of many rows is read and searched. One that is missing here fails the promise. */
const READS: Record<string, (calls: Calls) => (() => Promise<unknown>)[]> = {
  students: ({ students }) => [
    ...orders.flatMap((direction) =>
      ["name", "email", "createdAt"].map(
        (key) => () =>
          students.list({ params: { status: "pending" }, query: { sort: `${key} ${direction}` } }),
      ),
    ),
    () => students.list({ params: { status: "pending" }, body: BODY }),
  ],
  staff: ({ staff }) => [
    ...orders.flatMap((direction) =>
      ["name", "email", "createdAt"].map(
        (key) => () => staff.list({ params: { status: "pending" }, query: { sort: `${key} ${direction}` } }),
      ),
    ),
    () => staff.list({ params: { status: "pending" }, body: BODY }),
  ],
  national: ({ national }) => [
    ...orders.flatMap((direction) =>
      ["name", "email", "createdAt", "nationalPartner"].map(
        (key) => () => national.list({ query: { sort: `${key} ${direction}` } }),
      ),
    ),
    () => national.list({ body: BODY }),
  ],
  partnerusers: ({ partnerusers }) => [
    ...orders.flatMap((direction) =>
      ["name", "email", "createdAt"].map(
        (key) => () => partnerusers.invited({ query: { sort: `${key} ${direction}` } }),
      ),
    ),
    () => partnerusers.invited({ body: BODY }),
    () => partnerusers.registered({ body: BODY }),
  ],
  invites: ({ invites }) => [
    ...orders.flatMap((direction) =>
      ["name", "email", "createdAt"].map(
        (key) => () => invites.list({ registered: "0", sort: `${key} ${direction}` }),
      ),
    ),
    () => invites.list({ registered: "0", search: NOWHERE }),
  ],
  "price-schedules": ({ bulkPrice }) => [
    ...["due asc", "sku asc", "sku desc", "effectiveDate asc", "effectiveDate desc"].map(
      (sort) => () => bulkPrice.page({ sort }),
    ),
    () => bulkPrice.page({ search: NOWHERE }),
  ],
  "price-workbench": ({ priceWorkbench }) => [
    ...orders.map((direction) => () => priceWorkbench.page({ sort: `sku ${direction}` })),
    () => priceWorkbench.page({ search: NOWHERE }),
    ...(["vendor", "tag"] as const).map((key) => () => priceWorkbench.page({ [key]: NOWHERE })),
    () => priceWorkbench.page({ collection: "1" }),
  ],
  productMedia: ({ productMedia }) => [
    ...orders.flatMap((direction) =>
      (["all", "pictures", "texts"] as const).map(
        (show) => () => productMedia.products({ show, sort: `title ${direction}` }),
      ),
    ),
    () => productMedia.products({ search: NOWHERE }),
  ],
  pricelog: ({ pricelog }) => [() => pricelog.list({}), () => pricelog.list({ sku: NOWHERE })],
  coupons: ({ coupons }) => [
    ...["code asc", "code desc", "assignedDate asc", "assignedDate desc"].map(
      (sort) => () => coupons.list({ sort }),
    ),
    () => coupons.list({ search: NOWHERE }),
  ],
  credits: ({ credits }) => [
    ...orders.flatMap((sortOrder) =>
      (["name", "email", "balance"] as const).map(
        (sortField) => () => credits.customers({ sortField, sortOrder }),
      ),
    ),
    () => credits.customers({ search: NOWHERE }),
  ],
  "credit-transactions": ({ credits }) => [
    ...orders.map((sortOrder) => () => credits.transactions({ sortField: "createdDate", sortOrder })),
    () => credits.transactions({ search: NOWHERE }),
    () => credits.transactions({ customerEmail: NOWHERE }),
  ],
  "ledger-proof": ({ ledgerProof }) => [() => ledgerProof.differences({})],
  "promo-submissions": ({ promo }) => [
    ...orders.flatMap((sortOrder) =>
      (["email", "createdDate", "decidedDate"] as const).map(
        (sortField) => () => promo.list({ sortField, sortOrder }),
      ),
    ),
    () => promo.list({ search: NOWHERE }),
    () => promo.list({ shippingAddressLine: NOWHERE }),
    () => promo.list({ receiptId: NOWHERE }),
    () => promo.list({ orderNumber: NOWHERE }),
  ],
  "promo-assignment": ({ promo }) => [
    ...orders.map((sortOrder) => () => promo.queue({ assignmentType: "unAssigned", sortOrder })),
    () => promo.queue({ assignmentType: "unAssigned", search: NOWHERE }),
  ],
  "promo-approvals": ({ promo }) => [
    () => promo.csrApproval({}),
    () => promo.csrApproval({ search: NOWHERE }),
  ],
  "promo-loyalty": ({ promo }) => [
    () => promo.loyaltyOrders({}),
    () => promo.loyaltyOrders({ search: NOWHERE }),
  ],
  rules: ({ rules }) => [
    async () => {
      const { id } = await rules.create({ ...RULE, domains: [`${NOWHERE}.example`] });
      await rules.replay({ id });
    },
  ],
  jobs: ({ jobs }) => [() => jobs.list({})],
  mail: ({ mail }) => [() => mail.list({}), () => mail.list({ search: NOWHERE })],
  activity: ({ activity }) => [() => activity.list({}), () => activity.list({ search: NOWHERE })],
};

/** Lists whose statements are those of another list, and lists that no table has: the others declare that they have few rows. */
const NOT_READ: Record<string, string> = {
  retireeusers: "partnerusers",
  inviteusers: "partnerusers",
  toolconnectinviteusers: "partnerusers",
  "event-invitees": "partnerusers",
  salsifyDisplay: "the declared metafields",
  salsify: "the declared metafields",
  access: "tens of administrators",
};

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows that a node reads and drops, or sorts to answer a page. What it counts for a total isn't dropped. */
function wastedRows(node: PlanNode): number {
  const { "Rows Removed by Filter": filtered = 0, "Rows Removed by Index Recheck": rechecked = 0 } = node;
  const sorted = node["Node Type"].endsWith("Sort") ? (node.Plans ?? []) : [];
  const sortedRows = sorted.reduce((sum, child) => sum + child["Actual Rows"] * child["Actual Loops"], 0);
  return (filtered + rechecked) * node["Actual Loops"] + sortedRows;
}

/** What was read to answer all lists, in all orders and with a search that finds nothing. */
export interface ListPlans {
  lists: number;
  statements: number;
  /** Lists that nothing is known of. */
  unknownLists: string[];
  /** Statements that went through much of a table, or sorted it: the list, the table and the rows. */
  readMuch: string[];
  /** Large indexes for searches that neither a list nor the palette uses as the app's role. */
  unusedSearchIndexes: string[];
}

/**
 * Fills the demo shop's tables, reads every list as the owner, and has the database run each statement again in its role, with counts.
 * @param rows of each table
 */
export async function measurePlansOfLists(shop: TestShop, rows: number): Promise<ListPlans> {
  const calls = await signedInCalls(shop);
  await fillManyRows(rows);
  const [{ app }, { inTransaction }, { database }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/db/transaction.server"),
    import("~/platform/db/pool.server"),
  ]);
  const readMuch = new Set<string>();
  const usedIndexes = new Set<string>();
  let count = 0;
  const explain = async (list: string, work: () => Promise<unknown>) => {
    const statements = (await statementsOf(work)).filter(
      ({ text, begin }) => /^\s*(SELECT|WITH)\b/i.test(text) && begin?.includes("backroom_app"),
    );
    for (const { text, values, begin = "" } of statements) {
      count += 1;
      const { rows: explained } = await inTransaction(begin, (client) =>
        client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>({
          text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
          values,
        }),
      );
      for (const node of nodesOf(explained[0]?.["QUERY PLAN"][0]?.Plan as PlanNode)) {
        if (node["Index Name"]) usedIndexes.add(node["Index Name"]);
        const wasted = wastedRows(node);
        if (wasted > rows / 2)
          readMuch.add(
            `${list}: ${node["Node Type"]} on ${node["Relation Name"] ?? ""} read ${Math.round(wasted)} rows in vain`,
          );
      }
    }
  };
  for (const [list, readsOf] of Object.entries(READS))
    for (const read of readsOf(calls)) await explain(list, read);
  for (const text of [NOWHERE, "many9999", "mirrored9999@students.example"])
    await explain("palette", () => calls.palette.find({ text }));

  const { rows: search } = await database().query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_am ON pg_am.oid = c.relam AND amname = 'gin'
      WHERE c.relnamespace = 'public'::regnamespace AND c.reltuples > $1`,
    [rows / 2],
  );
  return {
    lists: Object.keys(READS).length,
    statements: count,
    unknownLists: [...app.declarations.lists.values()].flatMap(({ name, few }) =>
      few || READS[name] || NOT_READ[name] ? [] : [name],
    ),
    readMuch: [...readMuch],
    unusedSearchIndexes: search.map(({ name }) => name).filter((name) => !usedIndexes.has(name)),
  };
}

/** Everything that a folder declares must be in its module, and every module in the list. */
import fs from "node:fs";
import { isContractProcedure } from "@orpc/contract";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { declareModule } from "~/core/module.server";
import { defineTask } from "~/platform/jobs/task.server";
import { app, modules } from "../../support/app.ts";

// After the helper, which sets the environment that the app's modules read.
const { createApp } = await import("~/core/app.server");
// Not `import.meta.glob`: the check for unused code would take every export for one that a test uses.
const PATHS = fs.globSync("app/{functions,domain,core}/*/**/*.{ts,tsx}", {
  exclude: ["app/**/{routes,ui}/**", "app/**/module.server.ts"],
});
const FILES = await Promise.all(
  PATHS.sort().map(async (path) => {
    const exports: Record<string, unknown> = await import(/* @vite-ignore */ `${process.cwd()}/${path}`);
    return { path: `/${path}`, exports };
  }),
);
const EXPORTED = FILES.flatMap(({ path, exports }) =>
  Object.entries(exports).map(([name, value]) => ({ path, at: `${path}: ${name}`, value })),
);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const has = (value: unknown, ...keys: string[]) => isObject(value) && keys.every((key) => key in value);

/** What a module must name. Calls are compared with the contract. */
const KINDS: readonly unknown[] = [
  "audit action",
  "audit group",
  "audit subject",
  "connection",
  "derived",
  "desk line",
  "erasure",
  "export",
  "hook handler",
  "import",
  "job",
  "list",
  "mail text",
  "mirror",
  "on install",
  "on sign-in",
  "on uninstall",
  "public form",
  "public page",
  "report",
  "sync",
  "states",
  "switch",
  "task",
  "webhook handler",
];

const isDeclaration = (value: unknown): boolean =>
  isEntry(value) || (isObject(value) && "kind" in value && KINDS.includes(value.kind));

const isEntry = (value: unknown) => has(value, "menuName", "permission", "group");

/** The calls in a contract, however deep. */
function proceduresIn(value: unknown): unknown[] {
  if (isContractProcedure(value)) return [value];
  const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && !has(value, "kind") ? Object.values(value).flatMap(proceduresIn) : [];
}

test("every module is in the list, under its own folder", () => {
  const onDisk = fs
    .globSync("app/{functions,domain,core}/*/module.server.ts")
    .map((file) => file.slice(4, -17));
  expect(modules.map(({ folder }) => folder).sort()).toEqual(onDisk.sort());
});

/** Lists without saved views of their own: the rows of one import, a declared list with more columns, and its second tab. */
const WITHOUT_SAVED_VIEWS = [
  "/app/core/imports/list.ts: importRowsList",
  "/app/domain/prices/list.server.ts: employeePriceLogList",
  "/app/functions/invites/list.server.ts: registeredList",
];

test("every declaration and every call is in a module", () => {
  const named = modules.flatMap(({ entry, declared }) => [entry, ...declared]);
  const declared = new Set<unknown>([...named, ...proceduresIn(app.contract)]);
  const missing = EXPORTED.flatMap(({ at, value }) => [
    ...(isDeclaration(value) ? [{ at, value }] : []),
    ...proceduresIn(value).map((procedure) => ({ at, value: procedure })),
  ]).filter(({ value }) => !declared.has(value));
  expect(missing.map(({ at }) => at)).toEqual(WITHOUT_SAVED_VIEWS);
});

test("the calls of each mirror are under its name, where Settings makes them", () => {
  const contracts: Readonly<Record<string, object>> = app.contract;
  const { mirrors } = app.declarations;
  expect([...mirrors.keys()]).toEqual(["customers", "orders", "products"]);
  for (const name of mirrors.keys())
    expect(contracts[name], name).toMatchObject({ mirror: {}, rebuildMirror: {} });
});

test("shopify.app.toml subscribes to the topics that modules handle, and to no others", () => {
  interface Subscription {
    topics?: string[];
    compliance_topics?: string[];
  }
  const { webhooks } = parse(fs.readFileSync("shopify.app.toml", "utf8")) as unknown as {
    webhooks: { subscriptions: Subscription[] };
  };
  const topics = webhooks.subscriptions.flatMap(({ topics = [], compliance_topics = [] }) => [
    ...topics,
    ...compliance_topics,
  ]);
  const inCapitals = topics.map((topic) => topic.replace(/[/.]/g, "_").toUpperCase());
  expect(inCapitals.sort()).toEqual([...app.topics].sort());
});

const isErasure = (each: (typeof modules)[number]["declared"][number]) =>
  each.kind === "erasure" || (each.kind === "derived" && each.of === "erasure");

test("every module with a table that names customers or email addresses erases them", () => {
  const folderOf = (path: string) => /^\/app\/([^/]+\/[^/]+)\//.exec(path)?.[1];
  const remaining = EXPORTED.flatMap(({ path, value }) => {
    if (!is(value, PgTable)) return [];
    const columns = Object.values(getTableColumns(value)).map(({ name }) => name);
    const namesPeople = columns.some((name) => name === "customer_id" || /(^|_)(email|address)$/.test(name));
    const owner = modules.find(({ folder }) => folder === folderOf(path));
    return namesPeople && !owner?.declared.some(isErasure) ? [getTableName(value)] : [];
  });
  expect(remaining).toEqual([]);
});

/** One of tables that nothing else locks together with these may be anywhere between them. */
const ERASURES_IN_ORDER = [
  "unconfirmed entries",
  "mails",
  "invitations",
  "registrations with codes",
  "Agora sync attempts",
  "rows about the customer",
  "registrations",
  "orders",
  "import rows",
  "job items",
  "notes",
  "saved views",
  "return cases",
  "attachments",
  "messages of requests",
  "giveaway entries",
  "submissions",
  "ledger",
  "late orders",
  "credit approvals",
  "late mails",
  "audit",
  "files",
  "reports",
  "customer",
];

test("erasures lock rows in the order in which other transactions lock them", () => {
  const names = app.declarations.erasures.map(({ name }) => name);
  expect(names.filter((name) => ERASURES_IN_ORDER.includes(name))).toEqual(ERASURES_IN_ORDER);
});

/** A function that the specification doesn't have may be anywhere between them. */
const SPECIFIED_MENU = [
  "/students Student",
  "/staff Staff",
  "/national National Partners",
  "/partnerusers partner users",
  "/retireeusers retiree users",
  "/events events",
  "/salsifyDisplay Metafield Display Names",
  "/inviteusers invite users",
  "/bulkprice bulk price",
  "/pricecontrol price control",
  "/coupons coupons",
  "/orderReturns Returns",
  "/productMedia product media",
  "/toolconnectinviteusers tool-connect invite users",
  "/solr search-index sync",
  "/bundleReport bundle report",
  "/salsify Salsify",
  "/ekata Ekata",
  "/solrFilters search filters",
  "/priceSpider price comparison",
  "/registrationCodes registration codes",
  "/credits credits",
  "/knotReport knot report",
  "/giveaways giveaways",
  "/algolia Algolia sync",
  "/invites invites",
  "/promo Battery Redemption Promotion",
  "/dashboard Customers data trends and reports",
];

test("the menu has the specification's names, in its order", () => {
  const menu = app.declarations.functions.map(({ path, menuName }) => `${path} ${menuName}`);
  expect(menu.filter((entry) => SPECIFIED_MENU.includes(entry))).toEqual(SPECIFIED_MENU);
});

test("a name that two modules declare stops the start", () => {
  const task = defineTask({ name: "a.task", run: async () => {} });
  const one = declareModule({ folder: "domain/one", declares: [task] });
  const other = declareModule({ folder: "domain/other", declares: [{ ...task }] });
  expect(() => createApp([one, other])).toThrow('Two modules declare the task "a.task".');
});

import { createRouterClient, type RouterClient } from "@orpc/server";
import { application } from "../../../local-store/config.ts";
import { createAppDatabase } from "../../support/postgres.ts";

export const DEMO = "backroom-demo.myshopify.com";
export const SECOND = "backroom-second.myshopify.com";

type Router = typeof import("~/backend.server")["router"];

/** Two shops, each with an owner (1), somebody with the flag of Students (2) and somebody without any (3). */
export interface TwoShops {
  /** The calls as this administrator, with the grants of this moment, as each request reads them. */
  as(id: string, shop?: string): Promise<RouterClient<Router>>;
  /** Runs SQL as the shop's own work does. */
  query<Row extends object>(text: string, values?: unknown[], shop?: string): Promise<Row[]>;
  /** The audit entries of a shop, oldest first. */
  audit(
    shop?: string,
  ): Promise<{ action: string; actor_id: string; before: unknown; after: unknown; flag: string | null }[]>;
  close(): Promise<void>;
}

const PEOPLE = [
  { id: "1", name: "Olive Owner", isOwner: true, flags: [] as string[] },
  { id: "2", name: "Sam Students", isOwner: false, flags: ["showStudents"] },
  { id: "3", name: "Nora Nothing", isOwner: false, flags: [] as string[] },
];

/** Opens the app's modules in this process on a database of their own. Import the app's modules after this. */
export async function openTwoShops(name: string): Promise<TwoShops> {
  const database = await createAppDatabase(name);
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    SHOPIFY_API_KEY: application.apiKey,
    SHOPIFY_API_SECRET: application.apiSecret,
    SHOPIFY_APP_URL: "http://localhost:3000",
  });
  const [{ router }, { findAdministrator }, { findShop, rememberShop }, { withShop }, pool, queue] =
    await Promise.all([
      import("~/backend.server"),
      import("~/platform/auth/administrators.server"),
      import("~/platform/auth/shops.server"),
      import("~/platform/db/with-shop.server"),
      import("~/platform/db/pool.server"),
      import("~/platform/jobs/queue.server"),
    ]);
  const query: TwoShops["query"] = async <Row extends object>(
    text: string,
    values: unknown[] = [],
    shop = DEMO,
  ) => (await withShop(shop, (tx) => tx.$client.query<Row>(text, values))).rows;

  for (const domain of [DEMO, SECOND]) {
    await rememberShop({ domain, name: domain, currency: "USD", timeZone: "America/New_York" });
    for (const { id, name, isOwner, flags } of PEOPLE) {
      await query(
        "INSERT INTO administrators (shop, id, name, email, is_owner, flags) VALUES ($1, $2, $3, $4, $5, $6)",
        [domain, id, name, `person${id}@${domain}`, isOwner, flags],
        domain,
      );
    }
  }

  return {
    query,
    async as(id, domain = DEMO) {
      const [shop, administrator] = await Promise.all([findShop(domain), findAdministrator(domain, id)]);
      if (!shop || !administrator) throw new Error(`There is no administrator ${id} of ${domain}.`);
      return createRouterClient(router, {
        context: { shop, administrator, clock: { now: () => new Date() } },
      });
    },
    audit: (shop = DEMO) =>
      query(
        "SELECT action, actor_id, before, after, flag FROM audit_entries WHERE shop = $1 ORDER BY id",
        [shop],
        shop,
      ),
    async close() {
      await queue.closeQueueSender();
      await pool.closeDatabase();
      await database.drop();
    },
  };
}

/** What a call that must be refused answered. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; data?: unknown }> {
  try {
    await call;
  } catch (error) {
    return error as { status: number; message: string };
  }
  throw new Error("The call was not refused.");
}

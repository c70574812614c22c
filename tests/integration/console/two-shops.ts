import { createAppDatabase } from "../../support/postgres.ts";
import { closeApp, DEMO, SECOND, switchDatabase } from "../../support/test-shop.ts";

export { DEMO, SECOND };

type Calls = ReturnType<typeof import("~/app.server")["app"]["clientFor"]>;

/** Two shops, each with an owner (1), an administrator with the flag of Students (2) and one without flags (3). */
export interface TwoShops {
  /** The calls as this administrator, with the grants of this moment, as each request reads them. */
  as(id: string, shop?: string): Promise<Calls>;
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

/** Opens the app's modules in this process on a fresh database, without a local store. */
export async function openTwoShops(name: string): Promise<TwoShops> {
  const database = await createAppDatabase(name);
  await switchDatabase(database.url);
  const [{ app }, { findAdministrator }, { findShop, rememberShop }, { withShop }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/auth/administrators.server"),
    import("~/platform/auth/shops.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const query: TwoShops["query"] = async <Row extends object>(
    text: string,
    values: unknown[] = [],
    shop = DEMO,
  ) => (await withShop(shop, (tx) => tx.$client.query<Row>(text, values))).rows;

  for (const domain of [DEMO, SECOND]) {
    const facts = { name: domain, email: `hello@${domain}`, currency: "USD", timeZone: "America/New_York" };
    await rememberShop({ domain, ...facts });
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
      return app.clientFor({ shop, administrator, clock: { now: () => new Date() } });
    },
    audit: (shop = DEMO) =>
      query(
        "SELECT action, actor_id, before, after, flag FROM audit_entries WHERE shop = $1 ORDER BY id",
        [shop],
        shop,
      ),
    async close() {
      await closeApp();
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

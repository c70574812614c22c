/** Many shops on one Backroom: filled directly in the database, because signing in would read each of them from the store. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { shops as configuredShops, type ShopConfig } from "../../../local-store/config.ts";
import { insertCustomersInBulk } from "../../../local-store/data/bulk-insert.ts";
import { createConfiguredShops } from "../../../local-store/shops.ts";
import { freePort } from "../../../server/process/ports.ts";
import { signedInCalls } from "../../support/calls.ts";
import type { TestShop } from "../../support/test-shop.ts";
import { startBuilt, untilHealthy } from "./built-process.ts";
import { until } from "./until.ts";

/** How many customers of a shop the store has, too. Credits are posted to them. */
const IN_STORE = 8;
/** Customers that only the mirror has have these numbers. */
const FIRST_MIRRORED = 9_000_000_000_000;

/** A shop among many. */
export interface OneShop {
  domain: string;
  calls: Awaited<ReturnType<typeof signedInCalls>>;
  /** The customers that the store has, too. */
  customerIds: number[];
}

export const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
};

/** Adds shops with the given number of customers each. Nothing of them waits in the queue afterwards. */
export async function addShops(shop: TestShop, count: number, customers: number): Promise<OneShop[]> {
  const configured = Array.from({ length: count }, (_, index) => configOf(index + 1));
  // The store knows who may sign in from its configuration.
  (configuredShops as ShopConfig[]).push(...configured);
  await createConfiguredShops(shop.localStore.store);
  const shops: OneShop[] = [];
  for (const { domain } of configured) {
    const customerIds = await addCustomersOfStore(shop, domain, IN_STORE, "Known");
    shops.push({ domain, calls: await signedInCalls(shop, "1", domain), customerIds });
  }
  const domains = shops.map(({ domain }) => domain);
  for (const domain of domains)
    await query(
      `INSERT INTO customers (shop, id, display_name, first_name, last_name, email, tags, created_at, updated_at, student_status)
       SELECT $1, $2::bigint + n, 'Mirrored ' || n, 'Mirrored', n::text, 'mirrored' || n || '@students.example',
              ARRAY['UserType:Student', 'Pending'], timestamptz '2026-01-01' + n * interval '1 minute', now(), 'pending'
         FROM generate_series(1, $3::int) AS n`,
      [domain, FIRST_MIRRORED, customers],
    );
  // As after the first sign-in of each shop: its mirrors are filled, and nothing waits.
  await query("DELETE FROM pgboss.job");
  await query("DELETE FROM job_items WHERE shop = ANY($1)", [domains]);
  await query("DELETE FROM jobs WHERE shop = ANY($1)", [domains]);
  await query(
    `INSERT INTO mirrors (shop, name, rebuilt_at, heard_at, rows, version)
     SELECT shop, name, now(), now(), 0, 1000 FROM unnest($1::text[]) AS shop, unnest(ARRAY['customers', 'products', 'orders']) AS name
     ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = now(), heard_at = now(), version = 1000`,
    [domains],
  );
  await query("ANALYZE");
  return shops;
}

function configOf(number: number): ShopConfig {
  const handle = `many-${String(number).padStart(3, "0")}`;
  const owner = { id: "1", firstName: "Olivia", lastName: "Owner", email: `owner@${handle}.example` };
  return {
    handle,
    domain: `${handle}.myshopify.com`,
    name: `Shop ${number}`,
    email: `hello@${handle}.example`,
    currencyCode: "USD",
    timeZone: "America/New_York",
    plan: "PLUS",
    administrators: [{ ...owner, isAccountOwner: true, locale: "en" }],
  };
}

/** Leaves nothing for a worker to do in these shops, nor for the store to know of them. */
export async function removeShops(shops: readonly OneShop[]): Promise<void> {
  const domains = shops.map(({ domain }) => domain);
  await query("DELETE FROM pgboss.job WHERE group_id = ANY($1)", [domains]);
  await query("UPDATE shops SET uninstalled_at = now() WHERE shop = ANY($1)", [domains]);
  const kept = configuredShops.filter(({ domain }) => !domains.includes(domain));
  (configuredShops as ShopConfig[]).splice(0, configuredShops.length, ...kept);
}

/** Puts customers into the store and the mirror. @returns their ids */
export async function addCustomersOfStore(
  { localStore }: TestShop,
  domain: string,
  count: number,
  prefix: string,
): Promise<number[]> {
  await insertCustomersInBulk(
    localStore.store,
    domain,
    Array.from({ length: count }, (_, index) => ({
      first_name: prefix,
      last_name: `No ${index}`,
      email: `${prefix}.${index}@students.example`.toLowerCase(),
      tags: ["Pending", "UserType:Student"],
      created_at: new Date(Date.UTC(2026, 5, 1)),
    })),
  );
  const { rows } = await localStore.store.pool.query<{ id: number }>(
    "SELECT id FROM customers WHERE shop = $1 AND first_name = $2 ORDER BY id",
    [domain, prefix],
  );
  const ids = rows.map(({ id }) => Number(id));
  await query(
    `INSERT INTO customers (shop, id, display_name, first_name, last_name, email, tags, created_at, updated_at, student_status)
     SELECT $1, id, $3 || ' No ' || n - 1, $3, 'No ' || n - 1, lower($3) || '.' || n - 1 || '@students.example',
            ARRAY['UserType:Student', 'Pending'], now(), now(), 'pending' FROM unnest($2::bigint[]) WITH ORDINALITY AS known (id, n)`,
    [domain, ids, prefix],
  );
  return ids;
}

/** How many messages could start now and wait. */
export async function countWaiting(): Promise<number> {
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pgboss.job WHERE name IN ('jobs', 'tasks') AND state < 'active' AND start_after <= now()",
  );
  return row?.count ?? 0;
}

/** Waits until nothing waits. */
export const untilAtRest = (seconds?: number): Promise<void> =>
  until("nothing waits in the queue", async () => (await countWaiting()) === 0, seconds);

/** Credits a customer, as a person does, and waits until Shopify has confirmed it. @returns the milliseconds */
export async function creditConfirmed({ domain, customerIds }: OneShop, round: number): Promise<number> {
  const [{ withShop }, { post }, { cents }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
    import("~/platform/money/cents"),
  ]);
  const customerId = customerIds[round % customerIds.length] as number;
  const change = {
    customerId,
    type: "Credit",
    amountCents: cents(100),
    reference: `Round ${round}`,
  } as const;
  const by = { id: "1", name: "Olivia Owner", email: "olivia@many.example" };
  const begun = performance.now();
  const [posted] = await withShop(domain, (tx) =>
    post(tx, domain, [change], { by, operationKey: `1:round ${round}`, now: new Date() }),
  );
  const id = posted?.postingId;
  if (!id) throw new Error(`The credit was refused: ${posted?.problem}`);
  await until("a credit is confirmed", async () => {
    const rows = await query(
      "SELECT FROM ledger_outcomes WHERE shop = $1 AND posting_id = $2 AND state = 'CONFIRMED'",
      [domain, id],
    );
    return rows.length > 0;
  });
  return performance.now() - begun;
}

/** Exports a shop's pending students. @returns the milliseconds until the file is ready */
export async function exportWritten({ domain, calls }: OneShop): Promise<number> {
  const begun = performance.now();
  const { jobId } = await calls.exports.student.start({
    params: { status: "pending" },
    body: { searchType: "Email", searchValue: "" },
  });
  await untilJobEnded(domain, jobId);
  return performance.now() - begun;
}

async function untilJobEnded(domain: string, jobId: string): Promise<void> {
  await until("an export is written", async () => {
    const [job] = await query<{ state: string }>("SELECT state FROM jobs WHERE shop = $1 AND id = $2", [
      domain,
      jobId,
    ]);
    if (job?.state === "failed") throw new Error("An export failed.");
    return job?.state === "completed";
  });
}

/** Reads lists of a built web process. */
export interface ListReader {
  /** Reads the first page of a shop's pending students. @returns the milliseconds */
  read(domain: string): Promise<number>;
  stop(): void;
}

/** Starts a built web process and a client, each as a process of its own. */
export async function startListReader(shop: TestShop): Promise<ListReader> {
  const port = await freePort();
  const web = startBuilt("web", port);
  const client = fork(fileURLToPath(new URL("../programs/time-requests.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
  });
  await untilHealthy(port);
  return {
    async read(domain) {
      client.send({
        url: `http://127.0.0.1:${port}/api/students/pending`,
        token: shop.token("1", domain),
      });
      const [answer] = (await once(client, "message")) as [{ milliseconds?: number; problem?: string }];
      if (answer.milliseconds === undefined) throw new Error(`A list wasn't read: ${answer.problem}`);
      return answer.milliseconds;
    },
    stop() {
      for (const child of [web, client]) child.kill("SIGKILL");
    },
  };
}

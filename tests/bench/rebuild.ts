import { shopByDomain } from "../../local-store/config.ts";
import { openStore } from "../../local-store/data/database.ts";
import { fillStore } from "../../local-store/demo/fill-store.ts";
import { type BenchBackroom, SHOP, until } from "./backroom.ts";
import { whole } from "./table.ts";

interface Mirror {
  rebuilding: boolean;
  rebuiltAt: string | null;
  rows: number | null;
}

const LIMIT_SECONDS = 600;

/** Fills the local store by its own bulk insert. It isn't measured, because it isn't part of Backroom. */
export async function fillLocalStore(
  { localStoreDatabaseUrl }: BenchBackroom,
  { customers, products = 0, orders = 0 }: { customers: number; products?: number; orders?: number },
): Promise<void> {
  const shop = shopByDomain(SHOP);
  if (!shop) throw new Error(`The local store has no shop ${SHOP}.`);
  const store = await openStore(localStoreDatabaseUrl);
  try {
    await fillStore(store, shop, { customers, products, orders, seed: 42 });
  } finally {
    await store.close();
  }
}

/** The mirror's rebuild by bulk operation, from the owner's request to the last row, and the store's own part of it. */
export async function measureRebuild({ call, database }: BenchBackroom): Promise<string> {
  const before = await call<Mirror>("GET", "/api/mirror");
  const started = performance.now();
  await call("POST", "/api/mirror/rebuild", {});
  let storeDone = 0;
  const after = await until("The mirror's rebuild", LIMIT_SECONDS, async () => {
    const { rows } = await database.query("SELECT 1 FROM customers WHERE shop = $1 LIMIT 1", [SHOP]);
    if (storeDone === 0 && rows.length > 0) storeDone = performance.now();
    const mirror = await call<Mirror>("GET", "/api/mirror");
    return mirror.rebuiltAt !== before.rebuiltAt ? mirror : null;
  });
  const seconds = (performance.now() - started) / 1000;
  const store = (storeDone - started) / 1000;
  const count = after.rows ?? 0;
  return (
    `${whole(count)} customers in ${seconds.toFixed(1)} s: ${whole(count / seconds)} rows/s; without the ` +
    `${store.toFixed(1)} s that the store took for its file: ${whole(count / (seconds - store))} rows/s`
  );
}

/** Waits for the rebuild that the installation itself starts. */
export async function untilInstalled({ call }: BenchBackroom): Promise<void> {
  await until("The installation", 60, async () => (await call<Mirror>("GET", "/api/mirror")).rebuiltAt);
}

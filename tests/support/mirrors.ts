import { DEMO } from "./test-shop.ts";

type MirrorName = "customers" | "orders" | "products";

async function run(text: string, values: unknown[]): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(text, values);
}

/** Says that a mirror has everything, without reading it. */
export const completeMirror = (name: MirrorName, shop = DEMO) =>
  run(
    `INSERT INTO mirrors (shop, name, rebuilt_at, version) VALUES ($1, $2, now(), 1000)
     ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = now(), version = 1000`,
    [shop, name],
  );

/** Says that a mirror's first rebuild hasn't ended. */
export const unfinishMirror = (name: MirrorName, shop = DEMO) =>
  run("UPDATE mirrors SET rebuilt_at = NULL WHERE shop = $1 AND name = $2", [shop, name]);

/** Forgets the metafields that the products had, so that they are read again, as they are after a while. */
export const forgetMetafieldTypes = (shop = DEMO) =>
  run("DELETE FROM settings WHERE shop = $1 AND key = 'products.metafieldTypes'", [shop]);

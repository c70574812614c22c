import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { findText } from "../../guarantees/support/tables.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("credentials");
  await signIn([shop.token("1"), shop.token("2"), shop.token("1", SECOND)]);
});
afterAll(() => shop.close());

test("no access or refresh token is stored in plain text (R23)", async () => {
  const { rows } = await shop.localStore.store.pool.query<{ token: string; refresh_token: string | null }>(
    "SELECT token, refresh_token FROM access_tokens",
  );
  const issued = rows.flatMap(({ token, refresh_token }) =>
    refresh_token ? [token, refresh_token] : [token],
  );
  expect(issued.length).toBeGreaterThan(6);
  for (const token of [...issued, "shpat_", "shprt_", "shpua_"]) expect(await findText(token)).toEqual([]);
  // The search finds what is there.
  expect(await findText("v1:")).toEqual([expect.stringContaining("sessions")]);
});

test("the stored tokens are read back as they were issued, and work", async () => {
  const { offlineAccessToken } = await import("~/connectors/shopify/access-token.server");
  const token = await offlineAccessToken(DEMO);
  const { rowCount } = await shop.localStore.store.pool.query(
    "SELECT 1 FROM access_tokens WHERE token = $1 AND shop = $2 AND staff_id IS NULL",
    [token, DEMO],
  );
  expect(rowCount).toBe(1);
});

test("an encrypted token that was altered in the database is refused", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const { sealedSessionStorage } = await import("~/platform/auth/session-storage.server");
  const { rows } = await database().query<{ id: string; accessToken: string }>(
    `SELECT id, "accessToken" FROM sessions WHERE shop = $1 LIMIT 1`,
    [SECOND],
  );
  const [{ id, accessToken } = { id: "", accessToken: "" }] = rows;
  const middle = Math.floor(accessToken.length / 2);
  const altered =
    accessToken.slice(0, middle) + (accessToken[middle] === "A" ? "B" : "A") + accessToken.slice(middle + 1);
  await database().query(`UPDATE sessions SET "accessToken" = $2 WHERE id = $1`, [id, altered]);
  await expect(sealedSessionStorage.loadSession(id)).rejects.toThrow();
});

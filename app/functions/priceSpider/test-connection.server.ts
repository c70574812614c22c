import { testServer } from "~/connectors/pricespider/test-server.server";
import type { CallContext } from "~/core/context.server";
import type { TestStep } from "~/platform/connection-test.server";
import { withShop } from "~/platform/db/with-shop.server";
import { requireServer } from "./stored-settings.server";
import { partNamesOf } from "./transfer/part-names.server";

/** Someone waits for it. */
const WITHIN_MS = 20_000;

/**
 * Tests the connection with the stored settings.
 * @throws 409 when a setting is missing
 */
export async function testConnection({
  shop: { domain },
}: CallContext): Promise<{ status: boolean; msg: string; steps: TestStep[] }> {
  const access = await withShop(domain, (tx) => requireServer(tx, domain));
  // The next transfer removes what an interrupted test leaves.
  const { next } = partNamesOf(domain);
  const names = { written: next(), renamed: next() };
  const steps = await testServer(access, names, AbortSignal.timeout(WITHIN_MS));
  const failed = steps.find(({ state }) => state === "failed");
  return { status: !failed, msg: failed?.text ?? "PriceSpider's server accepts the feed.", steps };
}

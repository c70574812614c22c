/** The sample product exports in the store of the end-to-end tests. */

import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import { callApi } from "./api.ts";
import { backroom } from "./backroom.ts";
import { withMachineFactor } from "./machine-factor.ts";
import { writeSampleExports } from "./sample-exports.ts";
import { readVariantsWithoutSku } from "./store-shop.ts";

/**
 * Loads them as `npm run store:load` does while Backroom runs, and waits until Backroom has them.
 * @returns how many products of the store have variants without a SKU
 */
export async function loadSampleProducts(): Promise<number> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "backroom-samples-"));
  try {
    const files = await writeSampleExports(folder);
    const env = { ...process.env, LOCAL_STORE_DATABASE_URL: backroom().localStoreDatabaseUrl };
    await promisify(execFile)(process.execPath, ["--import", "tsx", "server/store/load.ts", ...files], {
      env,
    });
  } finally {
    await fs.rm(folder, { recursive: true });
  }
  const variants = await readVariantsWithoutSku();
  for (const { id } of variants) {
    const assertMirrored = async () =>
      expect((await callApi("1", "GET", `/pricelog/history/${id}`)).status, `variant ${id}`).toBe(200);
    await vi.waitFor(assertMirrored, { timeout: withMachineFactor(60_000), interval: 250 });
  }
  return new Set(variants.map(({ productId }) => productId)).size;
}

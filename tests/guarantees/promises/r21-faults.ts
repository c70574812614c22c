import { signedInCalls } from "../../support/calls.ts";
import { contractCalls } from "../../support/contract-calls.ts";
import { UNKNOWN_RECORDS } from "../../support/example-requests.ts";
import { DEMO } from "../../support/test-shop.ts";
import { openApiServer } from "../support/api-server.ts";
import { forgedTokens } from "../support/forged-tokens.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

/**
 * What R21 searches the log for must have had a chance to get there: the run so far, and here the faults whose errors
 * carry people's data. The search itself is done by run.ts, when the whole log has been written.
 */
export const loggedFaults: BackroomPromise = {
  id: "R21f",
  title: "faults whose errors carry people's data and tokens: 500 with a reference and no detail",
  async test(shop) {
    const { database } = await import("~/platform/db/pool.server");
    const calls = await signedInCalls(shop);
    const api = await openApiServer();
    const label = "Lena Leak (lena.leak@students.example)";
    let leakCount = 0;
    try {
      await database().query("ALTER TABLE job_items ADD CONSTRAINT full_disk CHECK (label = '') NOT VALID");
      const customers = [{ id: "gid://shopify/Customer/1", label }];
      const move = { registration: "student", removeTag: "Pending", addTag: "Approved" } as const;
      const failed = await calls.customers.decideMany({ ...move, customers }).catch((error: Error) => error);
      const answer = JSON.stringify(failed, Object.getOwnPropertyNames(failed));
      if (!(failed instanceof Error) || /lena|leak|job_items|insert/i.test(answer)) leakCount += 1;
      const [call] = await contractCalls();
      for (const token of Object.values(forgedTokens()))
        if (call) await api.make(call, UNKNOWN_RECORDS, token);
      const { enqueue } = await import("~/platform/jobs/queue.server");
      await enqueue("tasks", `unknown|${DEMO}`, { task: "unknown", shop: DEMO });
    } finally {
      await database().query("ALTER TABLE job_items DROP CONSTRAINT IF EXISTS full_disk");
      await api.close();
    }
    return finding("1 fault with a name and an address, every kind of forged token", {
      "answers that tell detail": leakCount,
    });
  },
};

import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { reconcileAll } from "~/domain/ledger/reconcile/reconcile-all.server";
import { checkLedger } from "~/domain/ledger/reconciliation/check-ledger.server";
import {
  listDifferences,
  readAccountHistory,
  readReconciliation,
} from "~/domain/ledger/reconciliation/read-reconciliation.server";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { reconciliationContract } from "./contract";
import { differencesList } from "./list";

const calls = implement(reconciliationContract).$context<CallContext>().use(guard);

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The calls of the Reconciliation page. */
export const reconciliationRouter = calls.router({
  read: calls.read.handler(async ({ context: { shop } }) => {
    const { proof, differences, compared } = await withShop(shop.domain, (tx) =>
      readReconciliation(tx, shop.domain),
    );
    return {
      proof: proof && { ...proof, at: proof.at.toISOString() },
      differences,
      compared: {
        ...compared,
        oldestAt: instantOf(compared.oldestAt),
        latestAt: instantOf(compared.latestAt),
      },
    };
  }),
  differences: calls.differences.handler(async ({ input, context: { shop } }) => {
    const found = await withShop(shop.domain, (tx) =>
      listDifferences(tx, shop.domain, { ...input, list: differencesList }),
    );
    const rows = found.rows.map((row) => ({
      ...row,
      id: String(row.id),
      customerId: row.customerId === null ? null : String(row.customerId),
      since: row.since.toISOString(),
      endedAt: instantOf(row.endedAt),
    }));
    return { ...found, rows };
  }),
  prove: calls.prove.handler(async ({ context: { shop } }) => {
    await requestTask(checkLedger, shop.domain);
    return { started: true };
  }),
  compare: calls.compare.handler(async ({ context: { shop } }) => {
    await requestTask(reconcileAll, shop.domain);
    return { started: true };
  }),
  account: calls.account.handler(async ({ input, context: { shop } }) => {
    const found = await withShop(shop.domain, (tx) => readAccountHistory(tx, shop.domain, input.customerId));
    return {
      ...found,
      customerId: String(found.customerId),
      comparedAt: instantOf(found.comparedAt),
      lines: found.lines.map((line) => ({ ...line, at: line.at.toISOString() })),
    };
  }),
});

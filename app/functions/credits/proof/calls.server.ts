import { implement } from "@orpc/server";
import { compareEverything } from "~/domain/ledger/compare/everything.server";
import { proveLedger } from "~/domain/ledger/proof/prove.server";
import { readDifferences, readHistory, readStanding } from "~/domain/ledger/proof/read.server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { ledgerProofContract } from "./contract";
import { differencesList } from "./list";

const calls = implement(ledgerProofContract).$context<CallContext>().use(door);

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The calls of the ledger's proof. */
export const ledgerProofRouter = calls.router({
  read: calls.read.handler(async ({ context: { shop } }) => {
    const { proof, differences, compared } = await withShop(shop.domain, (tx) =>
      readStanding(tx, shop.domain),
    );
    return {
      proof: proof && { ...proof, at: proof.at.toISOString() },
      differences,
      compared: { ...compared, oldestAt: instantOf(compared.oldestAt) },
    };
  }),
  differences: calls.differences.handler(async ({ input, context: { shop } }) => {
    const { pageSize } = differencesList;
    const found = await withShop(shop.domain, (tx) =>
      readDifferences(tx, shop.domain, { ...input, pageSize }),
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
    await requestTask(proveLedger, shop.domain);
    return { started: true };
  }),
  compare: calls.compare.handler(async ({ context: { shop } }) => {
    await requestTask(compareEverything, shop.domain);
    return { started: true };
  }),
  account: calls.account.handler(async ({ input, context: { shop } }) => {
    const found = await withShop(shop.domain, (tx) => readHistory(tx, shop.domain, input.customerId));
    return {
      ...found,
      customerId: String(found.customerId),
      comparedAt: instantOf(found.comparedAt),
      lines: found.lines.map((line) => ({ ...line, at: line.at.toISOString() })),
    };
  }),
});

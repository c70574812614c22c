import { and, eq, isNull, lt } from "drizzle-orm";
import {
  MAX_UNANSWERED,
  type Ups,
  UpsFailed,
  UpsRefused,
  UpsSilent,
  UpsVoidRefused,
} from "~/connectors/ups/port";
import { dropIntent } from "~/core/intents/intents.server";
import { finishIntent, finishOpenIntents } from "~/core/intents/run-intent.server";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { advanceReturn } from "./advance-return.server";
import { restoreReturn } from "./cancel-return.server";
import { completeReturn, returnTools } from "./create-return.server";
import { CancelRefused, type ReturnCase, ReturnFailed, referenceOf, returnCase } from "./return-case.server";
import { returnCases } from "./tables.server";

/** Finishes or undoes returns that were left open. While UPS is down, each would wait for it, in a slot that other work needs. */
export const finishOpenReturns = finishOpenIntents(
  returnCase,
  (abandoned, signal) => finishReturn(abandoned, signal),
  {
    isUnanswered: (error) => error instanceof UpsSilent || error instanceof UpsFailed,
    maxUnanswered: MAX_UNANSWERED,
  },
);

/** Finishes or undoes a return that was left open, unless another process does. */
async function finishReturn(abandoned: ReturnCase, signal: AbortSignal): Promise<void> {
  const tools = await returnTools(abandoned.shop);
  const call = { priority: "bulk", signal } as const;
  await finishIntent(returnCase, abandoned, async (row, lease) => {
    try {
      await completeReturn(await advanceReturn({ ...tools, call }, row, lease), tools.clock);
    } catch (error) {
      if (error instanceof CancelRefused) return restoreReturn(row, error, tools.clock);
      if (!(error instanceof ReturnFailed)) throw error;
      await withShop(row.shop, (tx) => dropIntent(tx, returnCase, row, tools.clock.now()));
    }
  });
  publishChange(abandoned.shop, "showOrderReturns", { list: "orderReturns" });
}

/** Voids labels that UPS sold after all, long after their return was given up because UPS had none. */
export const voidLateLabels = defineTask({
  name: "returns.void-late-labels",
  schedule: {
    cron: "*/10 * * * *",
    due: "EXISTS (SELECT FROM return_cases AS due WHERE due.shop = shops.shop AND due.state = 'failed' AND due.shipment_id IS NULL AND due.recheck_at < now())",
  },
  async run(shop, signal) {
    const isDue = and(
      eq(returnCases.shop, shop),
      eq(returnCases.state, "failed"),
      isNull(returnCases.shipmentId),
      lt(returnCases.recheckAt, new Date()),
    );
    const due = await withShop(shop, (tx) =>
      tx.select().from(returnCases).where(isDue).orderBy(returnCases.recheckAt).limit(100),
    );
    if (due.length === 0) return;
    const { ups } = await returnTools(shop);
    let unanswered = 0;
    for (const row of due) {
      if (signal.aborted || unanswered >= MAX_UNANSWERED) return;
      // One that UPS refuses now must not hold up the others. The next run takes it again, as the last one.
      await voidLateLabel(ups, row).catch(async (error: unknown) => {
        if (!(error instanceof UpsRefused)) unanswered += 1;
        log.warn({ shop, id: row.id, err: error }, "a late label could not be voided yet");
        await setCase(row, { recheckAt: new Date() });
      });
    }
  },
});

async function voidLateLabel(ups: Ups, row: ReturnCase): Promise<void> {
  const label = await ups.recoverLabel(referenceOf(row));
  const voided = label && (await voidForGood(ups, row, label.shipmentId));
  await setCase(row, { recheckAt: null, ...voided });
}

const setCase = ({ shop, id }: ReturnCase, set: Partial<ReturnCase>) =>
  withShop(shop, (tx) =>
    tx
      .update(returnCases)
      .set(set)
      .where(and(eq(returnCases.shop, shop), eq(returnCases.id, id))),
  );

/** A label that UPS refuses to void is never asked about again: it would be refused each time, and hold up later ones. */
async function voidForGood(ups: Ups, { shop, id }: ReturnCase, shipmentId: string) {
  try {
    await ups.voidShipment(shipmentId);
    return { shipmentId, labelVoidedAt: new Date() };
  } catch (error) {
    if (!(error instanceof UpsVoidRefused)) throw error;
    log.error({ shop, id, shipmentId, err: error }, "UPS does not void a late label, so it is paid");
    return { shipmentId };
  }
}

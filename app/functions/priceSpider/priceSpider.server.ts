import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { answerRunLog } from "~/core/runs/run-answers.server";
import { acceptServerKey } from "./accept-server-key.server";
import { priceSpiderContract } from "./contract";
import { SECTION } from "./lists";
import { TRANSFER_RETRIED, TRANSFER_STARTED } from "./messages";
import { readSettings } from "./read-settings.server";
import { listTransfers } from "./transfer/list-transfers.server";
import { retryTransfer, startTransfer } from "./transfer/start-transfer.server";
import { updateSettings } from "./update-settings.server";

const calls = implement(priceSpiderContract).$context<CallContext>().use(guard);

export const priceSpiderRouter = calls.router({
  read: calls.read.handler(({ context }) => readSettings(context)),
  update: calls.update.handler(({ input, context }) => updateSettings(context, input)),

  transfer: calls.transfer.handler(async ({ context }) => ({
    status: true,
    msg: TRANSFER_STARTED,
    ...(await startTransfer(context)),
  })),

  retry: calls.retry.handler(async ({ input: { f, confirm }, context }) => ({
    status: true,
    msg: TRANSFER_RETRIED,
    ...(await retryTransfer(context, { fileName: f, confirm })),
  })),

  acceptKey: calls.acceptKey.handler(({ input, context }) => acceptServerKey(context, input.key)),

  logs: calls.logs.handler(async ({ context }) => {
    const list = await listTransfers(context);
    return { status: true, msg: `${list.length} transfers found.`, list };
  }),

  log: calls.log.handler(async ({ input, context }) => {
    const json = await answerRunLog(context, SECTION, input.f);
    return { status: true, msg: `${json.length} lines found.`, json };
  }),
});

import { z } from "zod";
import { call } from "~/core/call.server";
import { answerSyncLog } from "~/core/syncs/read-syncs.server";
import { syncLineAnswer } from "~/core/syncs/sync-schemas";
import { answered, changedSettings, readAnswer, testAnswer, transfer, updateAnswer } from "./schemas";
import { SECTION, TRANSFER_RETRIED, TRANSFER_STARTED } from "./settings-fields";
import { acceptServerKey, readSettings, testConnection } from "./stored-settings.server";
import { listTransfers, retryTransfer, startTransfer } from "./transfer/transfer.server";
import { updateSettings } from "./update-settings.server";

const f = z.string().max(100, "must be the fileName of a transfer");

/** The calls of PriceSpider. */
export const priceSpiderCalls = {
  read: call("GET /priceSpider/settings", {
    for: "showPriceSpider",
    summary: "The settings of the transfer to PriceSpider",
    output: readAnswer,
    run: (context) => readSettings(context),
  }),
  update: call("POST /priceSpider/settings", {
    for: "showPriceSpider",
    summary: "Update the settings that are sent. Each one is updated or named in `failed`",
    input: changedSettings,
    output: updateAnswer,
    run: updateSettings,
  }),
  transfer: call("GET /priceSpider/transfer", {
    for: "showPriceSpider",
    summary: "Start a transfer of the feed to PriceSpider, as a job",
    status: 202,
    output: z.object({ ...answered, jobId: z.string() }),
    run: async (context) => ({
      status: true as const,
      msg: TRANSFER_STARTED,
      ...(await startTransfer(context)),
    }),
  }),
  retry: call("POST /priceSpider/transfer/retry", {
    for: "showPriceSpider",
    summary:
      "Run the newest transfer again after it failed. `confirm` accepts a feed that is unusually small",
    status: 202,
    input: z.object({ f, confirm: z.boolean().default(false) }),
    output: z.object({ ...answered, jobId: z.string() }),
    run: async (context, { f, confirm }) => ({
      status: true as const,
      msg: TRANSFER_RETRIED,
      ...(await retryTransfer(context, { fileName: f, confirm })),
    }),
  }),
  test: call("POST /priceSpider/test", {
    for: "showPriceSpider",
    summary:
      "Test the connection to PriceSpider's server with the stored settings, step by step. A small file is written and deleted",
    output: testAnswer,
    run: (context) => testConnection(context),
  }),
  acceptKey: call("POST /priceSpider/serverKey", {
    for: "showPriceSpider",
    summary: "Accept the changed key of PriceSpider's server",
    input: z.object({ key: z.string().max(100, "must be the key that the server has now") }),
    output: z.object(answered),
    run: (context, input) => acceptServerKey(context, input.key),
  }),
  logs: call("GET /priceSpider/logs/list", {
    for: "showPriceSpider",
    summary: "The newest transfers",
    output: z.object({ ...answered, list: z.array(transfer) }),
    async run(context) {
      const list = await listTransfers(context);
      return { status: true as const, msg: `${list.length} transfers found.`, list };
    },
  }),
  log: call("GET /priceSpider/log", {
    for: "showPriceSpider",
    summary: "The log of a transfer: its newest 2,000 lines",
    input: z.object({ f }),
    output: z.object({ ...answered, json: z.array(syncLineAnswer) }),
    async run(context, input) {
      const json = await answerSyncLog(context, SECTION, input.f);
      return { status: true as const, msg: `${json.length} lines found.`, json };
    },
  }),
};

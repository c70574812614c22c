import { z } from "zod";
import { FTP_CLIENTS } from "~/connectors/pricespider/port";
import { runAnswer, runLineAnswer } from "~/core/runs/run-contract";
import { call } from "~/platform/contract/call";
import { MAX_SETTING_LENGTH, SETTING_NAMES } from "./settings-fields";

const name = z.enum(SETTING_NAMES);
const text = z.string().max(MAX_SETTING_LENGTH, `must be at most ${MAX_SETTING_LENGTH} characters`);
/** A value as the page sends it. What isn't valid is named in `failed`. */
const value = z.union([text, z.boolean(), z.number()]);

/** The settings of a shop. The password is write-only: `hasPassword` says whether there is one. */
const settings = z.object({
  wyomindProductFeedsUrl: z.string(),
  priceSpiderHost: z.string(),
  priceSpiderPort: z.string(),
  priceSpiderUser: z.string(),
  priceSpiderPassword: z.literal(""),
  uploadDir: z.string(),
  enable: z.boolean(),
  ftpClient: z.enum(FTP_CLIENTS),
  downloadDir: z.string(),
});

const answered = { status: z.literal(true), msg: z.string() };
const f = z.string().max(100, "must be the fileName of a transfer");

const transfer = runAnswer.extend({
  /** The feed was unusually small, so the transfer waits for a confirmation. Both are sizes in bytes. */
  heldBack: z.object({ bytes: z.number().int(), lastBytes: z.number().int() }).nullable(),
});
export type Transfer = z.infer<typeof transfer>;

const readAnswer = z.object({
  ...answered,
  settings,
  hasPassword: z.boolean(),
  /** What identifies the server since the first connection: its key, or that an authority certifies it. Null before. */
  serverKey: z.string().nullable(),
  /** That the server had instead at the last connection. It isn't used until it is accepted. */
  newServerKey: z.string().nullable(),
});
export type SettingsAnswer = z.infer<typeof readAnswer>;

const updateAnswer = z.object({
  /** False when a setting failed. */
  status: z.boolean(),
  msg: z.string(),
  failed: z.array(name),
  updated: z.array(z.object({ setting: name, value: z.union([z.string(), z.boolean()]) })),
  /** Why each one failed. */
  problems: z.partialRecord(name, z.string()),
});
export type UpdateAnswer = z.infer<typeof updateAnswer>;

/** The calls of PriceSpider. */
export const priceSpiderContract = {
  read: call("showPriceSpider")
    .route({
      method: "GET",
      path: "/priceSpider/settings",
      summary: "The settings of the transfer to PriceSpider",
    })
    .output(readAnswer),
  update: call("showPriceSpider")
    .route({
      method: "POST",
      path: "/priceSpider/settings",
      summary: "Update the settings that are sent. Each one is updated or named in `failed`",
    })
    .input(
      z
        .partialRecord(name, value)
        .refine((sent) => Object.keys(sent).length > 0, "Send at least one setting."),
    )
    .output(updateAnswer),
  transfer: call("showPriceSpider")
    .route({
      method: "GET",
      path: "/priceSpider/transfer",
      summary: "Start a transfer of the feed to PriceSpider, as a job",
      successStatus: 202,
    })
    .output(z.object({ ...answered, jobId: z.string() })),
  retry: call("showPriceSpider")
    .route({
      method: "POST",
      path: "/priceSpider/transfer/retry",
      summary:
        "Run the newest transfer again after it failed. `confirm` accepts a feed that is unusually small",
      successStatus: 202,
    })
    .input(z.object({ f, confirm: z.boolean().default(false) }))
    .output(z.object({ ...answered, jobId: z.string() })),
  acceptKey: call("showPriceSpider")
    .route({
      method: "POST",
      path: "/priceSpider/serverKey",
      summary: "Accept the changed key of PriceSpider's server",
    })
    .input(z.object({ key: z.string().max(100, "must be the key that the server has now") }))
    .output(z.object(answered)),
  logs: call("showPriceSpider")
    .route({ method: "GET", path: "/priceSpider/logs/list", summary: "The newest transfers" })
    .output(z.object({ ...answered, list: z.array(transfer) })),
  log: call("showPriceSpider")
    .route({
      method: "GET",
      path: "/priceSpider/log",
      summary: "The log of a transfer: its newest 2,000 lines",
    })
    .input(z.object({ f }))
    .output(z.object({ ...answered, json: z.array(runLineAnswer) })),
};

import { z } from "zod";
import { FTP_CLIENTS } from "~/connectors/pricespider/port";
import { syncAnswer } from "~/core/syncs/sync-schemas";
import { MAX_SETTING_LENGTH, SETTING_NAMES, type SettingName } from "./settings-fields";

const name = z.enum(SETTING_NAMES);

const text = z.string().max(MAX_SETTING_LENGTH, `must be at most ${MAX_SETTING_LENGTH} characters`);

/** A value as the page sends it. What isn't valid is named in `failed`. */
const value = z.union([text, z.boolean(), z.number()]);

/** The settings that are sent. As a page posts them, they have a key, which changes nothing: updating them again has the same result. */
export const changedSettings = z
  .strictObject({
    ...(Object.fromEntries(SETTING_NAMES.map((setting) => [setting, value.optional()])) as Record<
      SettingName,
      z.ZodOptional<typeof value>
    >),
    operationId: z.string().optional(),
  })
  .refine((sent) => SETTING_NAMES.some((setting) => setting in sent), "Send at least one setting.");

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

export const answered = { status: z.literal(true), msg: z.string() };

export const transfer = syncAnswer.extend({
  /** The feed was unusually small, so the transfer waits for a confirmation. Both are sizes in bytes. */
  heldBack: z.object({ bytes: z.number().int(), lastBytes: z.number().int() }).nullable(),
});

export type Transfer = z.infer<typeof transfer>;

export const readAnswer = z.object({
  ...answered,
  settings,
  hasPassword: z.boolean(),
  /** What identifies the server since the first connection: its key, or that an authority certifies it. Null before. */
  serverKey: z.string().nullable(),
  /** That the server had instead at the last connection. It isn't used until it is accepted. */
  newServerKey: z.string().nullable(),
});

export type SettingsAnswer = z.infer<typeof readAnswer>;

export const updateAnswer = z.object({
  /** False when a setting failed. */
  status: z.boolean(),
  msg: z.string(),
  failed: z.array(name),
  updated: z.array(z.object({ setting: name, value: z.union([z.string(), z.boolean()]) })),
  /** Why each one failed. */
  problems: z.partialRecord(name, z.string()),
});

export type UpdateAnswer = z.infer<typeof updateAnswer>;

const testStep = z.object({
  name: z.string(),
  state: z.enum(["passed", "failed", "skipped"]),
  /** What was found, or what is wrong and what to do. */
  text: z.string(),
});
export const testAnswer = z.object({ status: z.boolean(), msg: z.string(), steps: z.array(testStep) });
export type TestAnswer = z.infer<typeof testAnswer>;

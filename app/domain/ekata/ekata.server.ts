import { implement } from "@orpc/server";
import { liveEkata } from "~/connectors/ekata/live.server";
import type { ShownSettings } from "~/core/connectors/connector-settings.server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { badRequest } from "~/platform/errors";
import { ekataSettingsContract } from "./contract";
import { SCORES_NOT_IN_ORDER } from "./messages";
import { DEFAULT_THRESHOLDS } from "./risk-level";
import { ekataSettings } from "./settings.server";

const calls = implement(ekataSettingsContract).$context<CallContext>().use(guard);

const answerOf = ({ baseUrl, fields, hasKey }: ShownSettings<"mediumFrom" | "highFrom">) => ({
  base_url: baseUrl,
  mediumFrom: fields.mediumFrom || String(DEFAULT_THRESHOLDS.mediumFrom),
  highFrom: fields.highFrom || String(DEFAULT_THRESHOLDS.highFrom),
  hasKey,
});

export const ekataSettingsRouter = calls.router({
  read: calls.read.handler(async ({ context }) => answerOf(await ekataSettings.read(context.shop.domain))),

  save: calls.save.handler(async ({ input, context }) => {
    const { base_url: baseUrl, key = "", ...fields } = input;
    if (Number(fields.highFrom) <= Number(fields.mediumFrom))
      throw badRequest(SCORES_NOT_IN_ORDER, { highFrom: SCORES_NOT_IN_ORDER });
    const saved = await ekataSettings.save(context, { baseUrl, key, fields });
    return { ...answerOf(saved), changed: saved.changed };
  }),

  testConnection: calls.testConnection.handler(async ({ context }) => {
    await liveEkata(await ekataSettings.access(context.shop.domain)).testKey();
    return { msg: "Ekata accepts the key." };
  }),
});

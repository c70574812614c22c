import { implement } from "@orpc/server";
import { liveSalsify } from "~/connectors/salsify/live.server";
import type { ShownSettings } from "~/core/connectors/connector-settings.server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { salsifyContract } from "./contract";
import { salsifySettings } from "./settings.server";

const calls = implement(salsifyContract).$context<CallContext>().use(guard);

const answerOf = ({
  baseUrl,
  fields,
  hasKey,
}: ShownSettings<"organization" | "skuProperty" | "mediaProperties">) => ({
  base_url: baseUrl,
  ...fields,
  hasToken: hasKey,
});

export const salsifyRouter = calls.router({
  readSettings: calls.readSettings.handler(async ({ context }) =>
    answerOf(await salsifySettings.read(context.shop.domain)),
  ),

  saveSettings: calls.saveSettings.handler(async ({ input, context }) => {
    const { base_url: baseUrl, token = "", ...fields } = input;
    const saved = await salsifySettings.save(context, { baseUrl, key: token, fields });
    return { ...answerOf(saved), changed: saved.changed };
  }),

  testConnection: calls.testConnection.handler(async ({ context }) => {
    const access = await salsifySettings.access(context.shop.domain);
    await liveSalsify(access).startExport([access.skuProperty]);
    return { msg: "Salsify accepts the organization and the token." };
  }),
});

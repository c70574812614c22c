import { implement } from "@orpc/server";
import { liveUps } from "~/connectors/ups/live.server";
import { UpsRefused } from "~/connectors/ups/port";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { badRequest, upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { upsContract } from "./contract";
import { returnAddressOf } from "./return-address";
import { upsSettings } from "./settings.server";

const calls = implement(upsContract).$context<CallContext>().use(guard);

export const upsRouter = calls.router({
  readSettings: calls.readSettings.handler(async ({ context }) => {
    const { baseUrl, fields, hasKey } = await upsSettings.read(context.shop.domain);
    return { base_url: baseUrl, ...fields, hasSecret: hasKey };
  }),

  saveSettings: calls.saveSettings.handler(async ({ input, context }) => {
    const { base_url, clientSecret = "", ...fields } = input;
    const saved = await upsSettings.save(context, { baseUrl: base_url, key: clientSecret, fields });
    return { base_url: saved.baseUrl, ...saved.fields, hasSecret: saved.hasKey, changed: saved.changed };
  }),

  testConnection: calls.testConnection.handler(async ({ context }) => {
    const access = await upsSettings.access(context.shop.domain);
    const isValid = await liveUps(access)
      .isAddressValid(returnAddressOf(access))
      .catch((error: unknown) => {
        log.warn({ shop: context.shop.domain, err: error }, "the test of UPS failed");
        throw error instanceof UpsRefused
          ? upstreamFailed(`UPS refuses the request: ${error.message} Check the client id and the secret.`)
          : upstreamFailed("UPS did not answer. Try again in a few minutes.");
      });
    if (!isValid)
      throw badRequest("UPS accepts the client, but doesn't know the return address. Correct it.");
    return { msg: "UPS accepts the client, and knows the return address." };
  }),
});

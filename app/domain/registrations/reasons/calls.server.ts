import { z } from "zod";
import { call } from "~/core/call.server";
import { withShop } from "~/platform/db/with-shop.server";
import { REGISTRATION_FLAGS } from "../status";
import { MAX_REASONS, REASON_KINDS } from "./reason";
import { list, readReasons, reasonShape, saveReasons } from "./reasons.server";

/** The calls about the owner's texts: reasons for rejections, and questions that are often asked. */
export const reasonsCalls = {
  read: call("GET /reasons", {
    for: REGISTRATION_FLAGS,
    summary: "The texts that decisions and questions are made with",
    output: z.object({ reject: list, question: list }),
    run: ({ shop }) =>
      withShop(shop.domain, async (tx) => ({
        reject: await readReasons(tx, shop.domain, "reject"),
        question: await readReasons(tx, shop.domain, "question"),
      })),
  }),
  save: call("PUT /reasons/{kind}", {
    for: "owner",
    summary: "Replace the list of one kind of text",
    input: z.object({
      kind: z.enum(REASON_KINDS, "must be reject or question"),
      reasons: z.array(reasonShape).max(MAX_REASONS, `must be at most ${MAX_REASONS}`),
      version: z.string().max(40),
    }),
    output: z.object({ reasons: z.array(reasonShape), version: z.string(), changed: z.boolean() }),
    run: (context, input) => saveReasons(context, input.kind, input.reasons, input.version),
  }),
};

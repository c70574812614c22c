import { z } from "zod";
import { call } from "~/platform/contract/call";
import { REGISTRATION_FLAGS } from "../status";
import { MAX_REASONS, REASON_KINDS } from "./reason";
import { reasonShape } from "./reason-shape";

const list = z.object({
  reasons: z.array(reasonShape),
  /** The list's version. A change names the version that it was made from. */
  version: z.string(),
});
export type ReasonList = z.infer<typeof list>;

/** The calls about the owner's texts: reasons for rejections, and questions that are often asked. */
export const reasonsContract = {
  read: call(REGISTRATION_FLAGS)
    .route({
      method: "GET",
      path: "/reasons",
      summary: "The texts that decisions and questions are made with",
    })
    .output(z.object({ reject: list, question: list })),
  save: call("owner")
    .route({ method: "PUT", path: "/reasons/{kind}", summary: "Replace the list of one kind of text" })
    .input(
      z.object({
        kind: z.enum(REASON_KINDS, "must be reject or question"),
        reasons: z.array(reasonShape).max(MAX_REASONS, `must be at most ${MAX_REASONS}`),
        version: z.string().max(40),
      }),
    )
    .output(z.object({ reasons: z.array(reasonShape), version: z.string(), changed: z.boolean() })),
};

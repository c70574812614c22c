import { z } from "zod";
import { call } from "~/platform/contract/call";
import { REGISTRATION_FLAGS } from "../status";
import { MOST_REASONS, REASON_KINDS } from "./reason";
import { reasonShape } from "./schema";

const list = z.object({
  reasons: z.array(reasonShape),
  /** Changes with the list; a change names the one that it was made from. */
  version: z.string(),
});
export type ReasonList = z.infer<typeof list>;

/** The calls about the owner's texts: reasons for rejections, and questions that are asked again and again. */
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
        reasons: z.array(reasonShape).max(MOST_REASONS, `must be at most ${MOST_REASONS}`),
        version: z.string().max(40),
      }),
    )
    .output(z.object({ reasons: z.array(reasonShape), version: z.string(), changed: z.boolean() })),
};

import { z } from "zod";
import { call } from "~/core/call.server";
import { readDesk } from "./read-desk.server";

const text = z.string();

export const deskCalls = {
  open: call("GET /desk", {
    for: "signed-in",
    summary: "What waits for the caller, the most urgent first",
    output: z.object({
      lines: z.array(
        z.object({
          name: text,
          text,
          /** 1,000 also for more. */
          count: z.number().int(),
          timing: z.enum(["since", "until"]),
          /** Instant, ISO 8601: when the oldest of it began to wait, or the first of it is going to happen. */
          at: text,
          action: text,
          /** The page in Backroom with these records. */
          address: text,
        }),
      ),
      /** The lists whose changes can change the lines. */
      lists: z.array(text),
    }),
    run: readDesk,
  }),
};

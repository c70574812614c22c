import { z } from "zod";
import { call } from "~/core/call.server";
import { findRecords } from "./find-records.server";

const text = z.string();

export const paletteCalls = {
  find: call("GET /palette", {
    for: "signed-in",
    summary: "The records that a text finds, a few of each kind that the caller may open",
    input: z.object({ text: text.max(100) }),
    output: z.object({
      groups: z.array(
        z.object({
          name: text,
          rows: z.array(
            z.object({
              title: text,
              detail: text.nullable(),
              /** The page in Backroom that shows it. */
              address: text,
            }),
          ),
        }),
      ),
    }),
    run: async (context, input) => ({ groups: await findRecords(context, input.text) }),
  }),
};

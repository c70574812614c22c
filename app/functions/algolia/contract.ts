import { z } from "zod";
import { runAnswer, runFileName, runLineAnswer } from "~/core/runs/run-contract";
import { pendingChanges } from "~/domain/search/pending-changes";
import { call } from "~/platform/contract/call";

const answered = { status: z.literal(true), msg: z.string() };

/** The calls of Algolia Sync. */
export const algoliaContract = {
  list: call("showAlgolia")
    .route({ method: "GET", path: "/algolia/list", summary: "The newest syncs with Algolia" })
    .output(
      z.object({
        ...answered,
        list: z.array(runAnswer),
        /** Whether Algolia is set up in this shop. */
        configured: z.boolean(),
        changes: pendingChanges,
      }),
    ),
  log: call("showAlgolia")
    .route({ method: "GET", path: "/algolia/log", summary: "The log of a sync: its newest 2,000 lines" })
    .input(z.object({ f: runFileName }))
    .output(z.object({ ...answered, json: z.array(runLineAnswer) })),
  sync: call("showAlgolia")
    .route({
      method: "POST",
      path: "/algolia/sync",
      summary: "Send all products to Algolia, as a job",
      successStatus: 202,
    })
    .output(z.string()),
};

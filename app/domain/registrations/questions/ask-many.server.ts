import { z } from "zod";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { defineJob } from "~/platform/jobs/job.server";
import { decisionToolsOfJob } from "../call-tools.server";
import { registrationKind } from "../decision";
import { findUndo } from "../undo.server";
import { askForInformation } from "./ask.server";

/** Asks many customers the same question, each with an outcome of their own. */
export const askManyJob = defineJob({
  name: "registrations.ask",
  item: z.object({
    /** Absent when the customer's data was erased after the job was started. */
    customerId: z.number().int().optional(),
    registration: registrationKind,
    text: z.string(),
  }),
  concurrency: 24,
  async begin(shop, jobId) {
    if (await withShop(shop, (tx) => findUndo(tx, shop, jobId)))
      throw conflict("This job was undone, so it asks no one any longer. Select these people again.");
  },
  async run({ customerId, ...question }, context) {
    if (customerId === undefined) return { state: "skipped", message: "This person's data was erased." };
    await askForInformation(decisionToolsOfJob(context), {
      customerId,
      ...question,
      operationId: context.operationId,
    });
    return { state: "done", message: "Asked by email" };
  },
});

import { z } from "zod";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { defineJob } from "~/platform/jobs/job.server";
import { decisionToolsOfJob } from "./call-tools.server";
import { decide } from "./decide.server";
import type { DecisionMails } from "./decision";
import { askForInformation } from "./questions/ask.server";
import { registrationKind } from "./schemas";
import { REGISTRATION_STATUSES, STATUS_NAMES } from "./status";
import { findUndo } from "./undo.server";

const item = z.object({
  /** Absent when the customer's data was erased after the job was started. */
  customerId: z.number().int().optional(),
  /** Absent in jobs of earlier versions. */
  registration: registrationKind.optional(),
  from: z.enum(REGISTRATION_STATUSES),
  to: z.enum(REGISTRATION_STATUSES),
  reason: z.object({ code: z.string(), label: z.string(), text: z.string() }).optional(),
  note: z.string().optional(),
  notify: z.boolean().optional(),
});

/**
 * Decides on many registrations, each with its own outcome. The concurrency hides the latency of a distant store, about half a
 * second per decision. The shop's rate limit sets the pace: a Plus shop's 1,000 points a second pay for 45 decisions.
 */
export const decideManyJob = defineJob({
  name: "registrations.decide",
  item,
  concurrency: 24,
  async begin(shop, jobId) {
    if (await withShop(shop, (tx) => findUndo(tx, shop, jobId)))
      throw conflict("This job was undone, so it decides on no one any longer. Select these people again.");
  },
  async run({ customerId, ...decision }, context) {
    if (customerId === undefined) return { state: "skipped", message: "This person's data was erased." };
    const { status, mails } = await decide(decisionToolsOfJob(context), {
      customerId,
      ...decision,
      operationId: context.operationId,
      jobId: context.jobId,
    });
    const unmailed = mails?.own ? UNMAILED[mails.own] : undefined;
    return { state: "done", message: `${STATUS_NAMES[status]}${unmailed ? `. ${unmailed}` : ""}` };
  },
});

/** Why there is no email about a decision. */
const UNMAILED: Partial<Record<NonNullable<DecisionMails["own"]>, string>> = {
  "no address": "No email: the person has no address.",
  blocked: "No email: an earlier one to this address bounced.",
};

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

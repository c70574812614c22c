import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { systemClock } from "~/platform/clock";
import { defineJob } from "~/platform/jobs/job.server";
import { decide } from "./decide.server";
import { REGISTRATION_STATUSES, STATUS_TAGS } from "./status";

const item = z.object({
  customerId: z.number().int(),
  from: z.enum(REGISTRATION_STATUSES),
  to: z.enum(REGISTRATION_STATUSES),
});

/** Decides on many registrations, each with its own outcome. The shop's rate sets the pace; a few at once hide the latency. */
export const decideManyJob = defineJob({
  name: "registrations.decide",
  item,
  concurrency: 8,
  async run({ customerId, from, to }, { shop, administrator, operationId, jobId, signal }) {
    const tools = {
      shop,
      actor: administrator,
      adminApi: liveAdminApi(shop),
      clock: systemClock,
      call: { priority: "bulk", signal } as const,
    };
    const { status } = await decide(tools, { customerId, from, to, operationId, jobId });
    return { state: "done", message: STATUS_TAGS[status] };
  },
});

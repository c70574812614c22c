import { z } from "zod";
import { call } from "~/core/call.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { parseCustomerId } from "~/domain/customers/mirror-row";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { withShop } from "~/platform/db/with-shop.server";
import { syncStateShape } from "./state";
import { readSyncStates } from "./states.server";
import { requestManySyncs, requestSync } from "./sync-job.server";

const text = z.string();

const flags = REGISTERED.map(({ flag }) => flag);

/** The calls about Agora, the system that approved people are synced to. */
export const agoraCalls = {
  sync: call("POST /agora", {
    for: flags,
    summary: "Sync an approved person to Agora, as a job",
    status: 202,
    input: z.object({ id: text.max(80) }),
    output: z.object({ jobId: text, alreadyWaiting: z.boolean() }),
    run: (context, input) => requestSync(context, parseCustomerId(input.id)),
  }),
  syncMany: call("POST /agora/people", {
    for: flags,
    summary: "Sync many approved people to Agora, as one job",
    status: 202,
    input: z.object({
      registration: z.enum(Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS]),
      customers: z
        .array(z.object({ id: text.max(80), label: text.max(300) }))
        .min(1, "must name at least one person")
        .max(1_000, "must be at most 1000 people"),
    }),
    output: z.object({ jobId: text, count: z.number().int() }),
    run(context, input) {
      const people = new Map(input.customers.map(({ id, label }) => [parseCustomerId(id), label]));
      return requestManySyncs(context, input.registration, people);
    },
  }),
  states: call("POST /agora/states", {
    for: flags,
    summary: "Where people stand with Agora",
    input: z.object({ ids: z.array(text.max(80)).max(100, "must be at most 100 ids") }),
    output: z.object({ states: z.array(syncStateShape) }),
    async run({ shop, administrator }, input) {
      const ids = input.ids.map(parseCustomerId);
      return {
        states: await withShop(shop.domain, (tx) => readSyncStates(tx, shop.domain, administrator, ids)),
      };
    },
  }),
};

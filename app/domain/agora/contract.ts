import { z } from "zod";
import { REGISTERED } from "~/domain/customers/kinds";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { call } from "~/platform/contract/call";
import { syncStateShape } from "./state";

const text = z.string();
const flags = REGISTERED.map(({ flag }) => flag);

/** The calls about Agora, the system that approved people are synced to. */
export const agoraContract = {
  sync: call(flags)
    .route({
      method: "POST",
      path: "/agora",
      summary: "Sync an approved person to Agora, as a job",
      successStatus: 202,
    })
    .input(z.object({ id: text.max(80) }))
    .output(z.object({ jobId: text, alreadyWaiting: z.boolean() })),
  syncMany: call(flags)
    .route({
      method: "POST",
      path: "/agora/people",
      summary: "Sync many approved people to Agora, as one job",
      successStatus: 202,
    })
    .input(
      z.object({
        registration: z.enum(Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS]),
        customers: z
          .array(z.object({ id: text.max(80), label: text.max(300) }))
          .min(1, "must name at least one person")
          .max(1_000, "must be at most 1000 people"),
      }),
    )
    .output(z.object({ jobId: text, count: z.number().int() })),
  states: call(flags)
    .route({ method: "POST", path: "/agora/states", summary: "Where people stand with Agora" })
    .input(z.object({ ids: z.array(text.max(80)).max(100, "must be at most 100 ids") }))
    .output(z.object({ states: z.array(syncStateShape) })),
};

import { z } from "zod";
import { liveAgora } from "~/connectors/agora/live.server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { readWorkable } from "~/domain/customers/detail.server";
import { kindsOf, REGISTERED } from "~/domain/customers/kinds";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { registrationStatus, STATUS_NAMES, statusColumns } from "~/domain/registrations/status";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { defineJob, type ItemContext, type ItemOutcome } from "~/platform/jobs/job.server";
import {
  claimAttempt,
  completeAttempt,
  failAttempt,
  failRestOf,
  lockAttempt,
  PersonErased,
  versionFor,
} from "./attempts.server";
import { agoraConnection, agoraContentOf, digestOf } from "./connection.server";
import { ERASED, notApproved, OUR_FAULT } from "./state";

const item = z.object({
  attemptId: z.uuid(),
  /** Gone when the person's data was erased after the job was started. */
  customerId: z.number().int().optional(),
});

const SYNCED: ItemOutcome = { state: "done", message: "Synced" };
const SKIPPED: ItemOutcome = { state: "skipped", message: ERASED };

/** Syncs people to Agora, with an outcome each. The concurrency is low, because Agora's limits are unknown. */
export const syncToAgoraJob = defineJob({
  name: "agora.sync",
  item,
  concurrency: 4,
  async run({ attemptId, customerId }, context) {
    const which = { shop: context.shop, id: attemptId };
    const attempt = customerId === undefined ? undefined : await claimAttempt(which);
    if (!attempt || customerId === undefined) return SKIPPED;
    if (attempt.state === "synced") return SYNCED;
    try {
      await sync(which.id, customerId, context);
      return SYNCED;
    } catch (error) {
      if (error instanceof PersonErased) return SKIPPED;
      // The process stops: the attempt waits on, and its job takes it up again.
      if (context.signal.aborted) throw error;
      await failAttempt(which, error instanceof Refusal ? error.message : OUR_FAULT);
      throw error;
    } finally {
      publishCustomers(context.shop, [customerId], REGISTERED);
    }
  },
  async finished(shop, jobId) {
    const rest = await failRestOf(shop, jobId);
    if (rest.length > 0) publishCustomers(shop, rest, REGISTERED);
  },
});

/** Reads a person from the store and sends them to Agora if they are still approved. Safe to repeat: the idempotency key stays the same. */
async function sync(
  attemptId: string,
  customerId: number,
  { shop, administrator, jobId, signal }: ItemContext,
): Promise<void> {
  const which = { shop, id: attemptId };
  const access = await agoraConnection.access(shop);
  const { customer } = await readWorkable(liveAdminApi(shop), administrator, String(customerId), REGISTERED);
  const row = mirrorRowOf(customer);
  // Not after the push: they may be deleted by then.
  await withShop(shop, async (tx) => {
    await lockAttempt(tx, which);
    await mirrorCustomers(tx, shop, [row]);
  });
  const theirs = REGISTERED.filter(
    (kind) => kindsOf(customer.tags).includes(kind) && mayUse(administrator, kind.flag),
  );
  const approved = theirs.find(
    ({ registration }) => registrationStatus(customer.tags, registration) === "approved",
  );
  if (!approved) {
    const status = theirs[0] && registrationStatus(customer.tags, theirs[0].registration);
    throw conflict(notApproved(customer.displayName, status ? STATUS_NAMES[status] : null));
  }
  const content = agoraContentOf({ ...row, ...statusColumns(customer.tags) });
  const version = await versionFor(which, customerId, digestOf(content));
  const { id: agoraId } = await liveAgora(access).push(
    { ...content, version },
    {
      idempotencyKey: `${shop}:${customerId}:${version}`,
      signal,
      beforeSending: () => withShop(shop, (tx) => lockAttempt(tx, which)),
    },
  );
  await completeAttempt(which, {
    customerId,
    agoraId,
    version,
    by: administrator,
    jobId,
    flag: approved.flag,
  });
}

import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { Mirror } from "./define-mirror.server";

/** Starts a rebuild that a person requested, and records who. @throws 409 when one is queued or running */
async function requestRebuild(
  mirror: Pick<Mirror, "name" | "startRebuild">,
  { administrator, shop }: CallContext,
): Promise<{ jobId: string }> {
  const jobId = await withShop(shop.domain, async (tx) => {
    const started = await mirror.startRebuild(tx, shop.domain, administrator);
    if (!started) throw conflict("A rebuild is running already. Its progress is under Jobs.");
    await recordAudit(tx, shop.domain, mirrorRebuildRequested, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: null,
      after: { mirror: mirror.name },
    });
    return started;
  });
  return { jobId };
}

const text = z.string();

/** How fresh a mirror is. Instants are ISO 8601. */
const freshness = z.object({
  heardAt: text.nullable(),
  rebuiltAt: text.nullable(),
  rebuilding: z.boolean(),
  rows: z.number().nullable(),
});

/** The two calls of a mirror: how fresh it is, and its rebuild. A noun adds them to its calls, under the mirror's name. */
export const mirrorCalls = (
  mirror: Pick<Mirror, "name" | "plural" | "readFreshness" | "startRebuild">,
  path: `/${string}`,
) => ({
  mirror: call(`GET ${path}`, {
    for: "signed-in",
    summary: `How fresh the mirror of the store's ${mirror.plural} is`,
    output: freshness,
    run: ({ shop }) => mirror.readFreshness(shop.domain),
  }),
  rebuildMirror: call(`POST ${path}/rebuild`, {
    for: "owner",
    summary: `Read all ${mirror.plural} from the store again`,
    status: 202,
    output: z.object({ jobId: text }),
    run: (context) => requestRebuild(mirror, context),
  }),
});

export const mirrorRebuildRequested = auditAction<null, { mirror: string }>(
  "mirror.rebuild requested",
  "Requested a rebuild of a mirror",
);

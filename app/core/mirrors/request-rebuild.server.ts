import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { mirrorRebuildRequested } from "./audit.server";
import type { Mirror } from "./define-mirror.server";

/** Starts a rebuild that a person requested, and records who. @throws 409 when one is queued or running */
export async function requestRebuild(
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

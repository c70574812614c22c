import type { CallContext } from "~/core/context.server";
import { readRuns } from "~/core/runs/read-runs.server";
import { runAnswerOf } from "~/core/runs/run-answers.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Transfer } from "../contract";
import { SECTION } from "../lists";
import { transferData } from "./transfer.server";

/** The newest transfers, newest first. */
export async function listTransfers({ shop: { domain }, clock }: CallContext): Promise<Transfer[]> {
  const runs = await withShop(domain, (tx) => readRuns(tx, domain, SECTION));
  return runs.map((run) => ({
    ...runAnswerOf(run, clock.now()),
    heldBack: run.failed > 0 ? (transferData.parse(run.data).heldBack ?? null) : null,
  }));
}

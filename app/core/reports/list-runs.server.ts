import type { CallContext } from "~/core/context.server";
import { fileRowOf } from "~/core/files/calls.server";
import { readRuns } from "~/core/runs/read-runs.server";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs } from "~/platform/files/read.server";
import type { ReportRun } from "./contract";
import type { ReportKind } from "./report-kind.server";
import { describeInput, zoneOf } from "./report-period.server";
import { runData } from "./run-data";

/** The newest results of a report, newest first, of all administrators. */
export async function listReportRuns(
  { shop, administrator, clock }: CallContext,
  kind: ReportKind,
): Promise<{ list: ReportRun[]; today: string; timeZone: string }> {
  const { runs, files } = await withShop(shop.domain, async (tx) => {
    const runs = await readRuns(tx, shop.domain, kind.name);
    return {
      runs,
      files: await filesOfJobs(
        tx,
        shop.domain,
        runs.map(({ id }) => id),
      ),
    };
  });
  const timeZone = zoneOf(kind, shop);
  const list = runs.map((run): ReportRun => {
    const data = runData.parse(run.data);
    const file = files.get(run.id);
    return {
      id: run.id,
      parameters: describeInput(kind, data),
      dates: data.dates,
      options: Object.fromEntries(
        Object.entries(data.options).map(([name, value]) => [name, value === true]),
      ),
      requestedAt: run.startedAt.toISOString(),
      requestedBy: run.startedBy,
      isMine: data.recipients.includes(administrator.id),
      isScheduled: data.scheduleId !== undefined,
      // Jobs shows the owner all jobs, and others their own.
      canOpenJob: administrator.isOwner || run.startedById === administrator.id,
      state: run.state,
      status: run.status,
      progress: run.progress,
      summary: data.summary ?? null,
      reason: run.reason,
      file: file ? fileRowOf(file) : null,
    };
  });
  return { list, today: isoDateIn(clock.now(), timeZone), timeZone };
}

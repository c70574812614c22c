import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { fatesOfInvitations } from "~/domain/invitations/bulk.server";
import { withShop } from "~/platform/db/with-shop.server";
import {
  type AskedFor,
  defineJob,
  type Fates,
  type ItemContext,
  type ItemOutcome,
} from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { BEGUN, fatesOfPostings } from "./credits/post.server";
import { fatesOfReversals } from "./credits/take-back.server";
import { importKind } from "./kinds";
import { readingOf } from "./reading.server";
import type { Run } from "./runs.server";
import { importRows, importRuns } from "./tables.server";
import type { StoredRow } from "./work.server";
import { workOf } from "./works.server";

const item = z.object({ kind: z.string(), runId: z.uuid(), number: z.number().int() });
type Item = z.infer<typeof item>;

const TAKEN_BACK: ItemOutcome = {
  state: "skipped",
  message: "This import was taken back, so nothing was written.",
};

/** So many at once hide the latency; the shop's rate sets the pace. */
const AT_ONCE = 24;

/** Writes the rows of a run, each with its own outcome; none of a run that was taken back, whose rows nobody could take back again. */
export const writeImportJob = defineJob({
  name: "imports.write",
  item,
  concurrency: AT_ONCE,
  run: (wanted, context) =>
    onRow(wanted, context, async (row, { undoJobId }) =>
      undoJobId ? TAKEN_BACK : workOf(wanted.kind).write(row, context),
    ),
  settle: fatesOf,
  finished: listChanged,
});

/** Takes the rows of a run back. */
export const undoImportJob = defineJob({
  name: "imports.undo",
  item,
  concurrency: AT_ONCE,
  run: (wanted, context) => onRow(wanted, context, (row) => workOf(wanted.kind).undo(row, context)),
  settle: fatesOfReversals,
  finished: listChanged,
});

/** What rows wait for: a mail that has to leave or, with its mark, a posting that the store has to confirm. */
async function fatesOf(shop: string, refs: readonly string[]): Promise<Fates> {
  const postings = refs.flatMap((ref) => (ref.startsWith(BEGUN) ? [ref.slice(BEGUN.length)] : []));
  const mails = refs.filter((ref) => !ref.startsWith(BEGUN));
  const [ofMails, ofPostings] = await Promise.all([
    mails.length > 0 ? fatesOfInvitations(shop, mails) : new Map(),
    postings.length > 0 ? fatesOfPostings(shop, postings) : new Map(),
  ]);
  return new Map([...ofMails, ...[...ofPostings].map(([id, fate]) => [`${BEGUN}${id}`, fate] as const)]);
}

async function onRow(
  { kind, runId, number }: Item,
  { shop }: ItemContext,
  work: (row: StoredRow, run: Run) => Promise<ItemOutcome | AskedFor>,
): Promise<ItemOutcome | AskedFor> {
  const [found] = await withShop(shop, (tx) =>
    tx
      .select({ row: importRows, run: importRuns })
      .from(importRows)
      .innerJoin(importRuns, and(eq(importRuns.shop, importRows.shop), eq(importRuns.id, importRows.runId)))
      .where(and(eq(importRows.shop, shop), eq(importRows.runId, runId), eq(importRows.number, number))),
  );
  if (!found) return { state: "skipped", message: "This person's data was erased." };
  const { values } = readingOf(found.run)(found.row);
  const outcome = await work({ ...found.row, values }, found.run);
  if (outcome.state === "done") refreshSoon(shop, kind);
  return outcome;
}

const REFRESH_EVERY_MS = 1_000;
const refreshedAt = new Map<string, number>();

/** Pages that show the list follow a long import, but a person written is no reason for each of them to read it again. */
function refreshSoon(shop: string, kindId: string): void {
  const key = `${shop} ${kindId}`;
  if (Date.now() - (refreshedAt.get(key) ?? 0) < REFRESH_EVERY_MS) return;
  refreshedAt.set(key, Date.now());
  publishKind(shop, kindId);
}

async function listChanged(shop: string, jobId: string): Promise<void> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ kind: string }>(
      "SELECT kind FROM import_runs WHERE shop = $1 AND (job_id = $2 OR undo_job_id = $2)",
      [shop, jobId],
    ),
  );
  if (rows[0]) publishKind(shop, rows[0].kind);
}

function publishKind(shop: string, kindId: string): void {
  const kind = importKind(kindId);
  if (kind) publishChange(shop, kind.flag, { list: kind.list });
}

import { and, eq, sql } from "drizzle-orm";
import { queueMail } from "~/core/mail/queue-mail.server";
import { runs } from "~/core/runs/tables.server";
import { appAddress } from "~/platform/app-address.server";
import { mayUse } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import { anyOf } from "~/platform/db/any-of.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { isMailAddress } from "~/platform/mail-address";
import { reportFailed, reportReady } from "./mail-texts.server";
import type { ReportDeclaration } from "./report-declaration.server";
import { runData } from "./run-data";

type Kind = ReportDeclaration<unknown>;

/**
 * Records a report's result, and queues the email with the link to it for everyone who requested it. The link opens the report's
 * page, which needs its flag.
 */
export async function mailReport(
  tx: ShopTransaction,
  shop: string,
  kind: Kind,
  runId: string,
  { parameters, summary }: { parameters: string; summary: string },
): Promise<void> {
  // Before the recipients are read: a request that comes later finds the result, and starts a report of its own.
  await tx
    .update(runs)
    .set({ data: sql`${runs.data} || ${JSON.stringify({ summary })}::jsonb` })
    .where(and(eq(runs.shop, shop), eq(runs.id, runId)));
  for (const { id, name, email } of await findRecipients(tx, shop, kind, runId))
    await queueMail(tx, shop, reportReady, {
      key: `report:${runId}:${id}`,
      to: { email, name },
      values: {
        name,
        report: kind.title,
        parameters,
        summary,
        link: linkOf(shop, kind, runId),
        days: String(FILES_KEPT_DAYS),
      },
      flag: kind.flag,
    });
}

/** Queues the email that a report could not be created, once per run: Jobs shows how a retry ends. */
export async function mailReportFailure(
  tx: ShopTransaction,
  shop: string,
  kind: Kind,
  runId: string,
  { parameters, reason }: { parameters: string; reason: string },
): Promise<void> {
  for (const { id, name, email } of await findRecipients(tx, shop, kind, runId))
    await queueMail(tx, shop, reportFailed, {
      key: `report failed:${runId}:${id}`,
      to: { email, name },
      values: { name, report: kind.title, parameters, reason, link: linkOf(shop, kind, runId) },
      flag: kind.flag,
    });
}

const linkOf = (shop: string, { path }: Kind, runId: string): string =>
  appAddress(shop, `${path}?run=${runId}`);

/** Who receives a report's email: those who requested it, still have its flag, and have an address. */
async function findRecipients(tx: ShopTransaction, shop: string, kind: Kind, runId: string) {
  const [run] = await tx
    .select({ data: runs.data })
    .from(runs)
    .where(and(eq(runs.shop, shop), eq(runs.id, runId)));
  const ids = run ? runData.parse(run.data).recipients : [];
  if (ids.length === 0) return [];
  const people = await tx
    .select()
    .from(administrators)
    .where(and(eq(administrators.shop, shop), anyOf(administrators.id, ids)));
  return people.filter((person) => mayUse(person, kind.flag) && isMailAddress(person.email));
}

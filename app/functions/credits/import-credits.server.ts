import type { CallContext } from "~/core/context.server";
import { normalEmail } from "~/core/imports/read-cell";
import { importObjects } from "~/core/imports/scripted.server";
import { creditRowOf, DUPLICATE_EMAILS, ROW_CHECKS } from "~/domain/ledger/imports/checks";
import { creditImport } from "~/domain/ledger/imports/credit-import";
import { badRequest } from "~/platform/errors";
import type { CreditImportRow } from "./contract";

/**
 * Posts the credits and adjustments of a list, as the import page does. A repeated key gets the same import, and so do the same rows
 * without a key within an hour.
 * @throws 400 with the first of the four checks that the list fails, 409 when the key was used for other rows
 */
export async function importCredits(context: CallContext, list: readonly CreditImportRow[], key?: string) {
  const problem = problemOf(list, context.shop.currency);
  if (problem) throw badRequest(problem);
  const rows = list.map(({ email = null, credit = null, adjustment = null, reference = null }) => ({
    Email: email,
    Credit: credit,
    Adjustment: adjustment,
    Reference: reference,
  }));
  const imported = await importObjects(context, creditImport, rows, key);
  const { importId, jobId, accepted, refused, isEarlier } = imported;
  const counted = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;
  const rest = refused.length > 0 ? ` ${counted(refused.length)} refused.` : "";
  const posted =
    accepted > 0 ? `${counted(accepted)} on the way to the store.${rest}` : `Nothing was posted.${rest}`;
  return {
    status: accepted > 0,
    msg: isEarlier ? SENT_ALREADY : posted,
    importId,
    jobId,
    accepted,
    refused,
  };
}

const SENT_ALREADY =
  "These rows were already sent. This is that import, and nothing was posted again. To post them again, send them with another Idempotency-Key.";

/** The checks of a list, in their order. */
function problemOf(list: readonly CreditImportRow[], currency: string): string | null {
  const emails = list.map(({ email }) => normalEmail(String(email ?? ""))).filter(Boolean);
  if (new Set(emails).size < emails.length) return DUPLICATE_EMAILS;
  const failed = new Set(
    list.flatMap(({ credit, adjustment, reference }) => {
      const row = creditRowOf(
        {
          credit: String(credit ?? ""),
          adjustment: String(adjustment ?? ""),
          reference: String(reference ?? ""),
        },
        currency,
      );
      return "failed" in row ? row.failed : [];
    }),
  );
  return ROW_CHECKS.find((check) => failed.has(check)) ?? null;
}

import { creditRowOf, DUPLICATE_EMAILS, ROW_CHECKS } from "~/domain/imports/credits/checks";
import { creditImport } from "~/domain/imports/credits/kind";
import { normalEmail } from "~/domain/imports/read-cell";
import { importObjects } from "~/domain/imports/scripted.server";
import type { CallContext } from "~/platform/contract/context.server";
import { badRequest } from "~/platform/errors";
import type { CreditImportRow } from "./contract";

/**
 * Posts the credits and adjustments of a list, all that can be together, as the console's import does. The same key answers the
 * same import; the same rows without a key do within an hour, and say so.
 * @throws 400 with the first of the four checks that the list does not pass, 409 when the key was used for other rows
 */
export async function importCredits(context: CallContext, list: readonly CreditImportRow[], key?: string) {
  const problem = problemOf(list);
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
  "These rows were sent already: this is that import, and nothing was posted again. To post them once more, send them with another Idempotency-Key.";

/** The four checks of section 5, in their order. */
function problemOf(list: readonly CreditImportRow[]): string | null {
  const emails = list.map(({ email }) => normalEmail(String(email ?? ""))).filter(Boolean);
  if (new Set(emails).size < emails.length) return DUPLICATE_EMAILS;
  const failed = new Set(
    list.flatMap(({ credit, adjustment, reference }) => {
      const row = creditRowOf({
        credit: String(credit ?? ""),
        adjustment: String(adjustment ?? ""),
        reference: String(reference ?? ""),
      });
      return "failed" in row ? row.failed : [];
    }),
  );
  return ROW_CHECKS.find((check) => failed.has(check)) ?? null;
}

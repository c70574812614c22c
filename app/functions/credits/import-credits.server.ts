import type { CallContext } from "~/core/context.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { normalEmail } from "~/core/imports/read-cell";
import { creditRowOf, DUPLICATE_EMAILS, ROW_CHECKS } from "~/domain/ledger/imports/checks";
import { creditImport } from "~/domain/ledger/imports/import";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import type { CreditImportRow } from "./schemas";

/**
 * Posts the credits and adjustments of a list, as the import page does. A repeated key gets the same import, and so do the same rows
 * without a key within an hour.
 * @throws 400 with the first of the four checks that the list fails, 409 when the key was used for other rows
 */
export async function importCredits(context: CallContext, list: readonly CreditImportRow[], key?: string) {
  const repeated = repeatedRow(list);
  if (repeated) throw badRequest(DUPLICATE_EMAILS, { list: repeated });
  const problem = rowProblemOf(list, context.shop.currency);
  if (problem) throw badRequest(problem);
  const rows = list.map(({ email = null, credit = null, adjustment = null, reference = null }) => ({
    Email: email,
    Credit: credit,
    Adjustment: adjustment,
    Reference: reference,
  }));
  const imported = await importObjects(context, creditImport, rows, key);
  const { importId, jobId, accepted, refused, isEarlier } = imported;
  const rest = refused.length > 0 ? ` ${pluralize(refused.length, "row")} refused.` : "";
  const posted =
    accepted > 0
      ? `${pluralize(accepted, "row")} on the way to the store.${rest}`
      : `Nothing was posted.${rest}`;
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

/** Names the first row with the address of an earlier one, or null. Rows have the numbers of a sheet, whose first row is the header. */
function repeatedRow(list: readonly CreditImportRow[]): string | null {
  const rows = new Map<string, number>();
  for (const [index, { email }] of list.entries()) {
    const address = normalEmail(String(email ?? ""));
    if (!address) continue;
    const earlier = rows.get(address);
    if (earlier !== undefined) return `Row ${index + 2} has the same Email as row ${earlier}.`;
    rows.set(address, index + 2);
  }
  return null;
}

/** The checks of a list's rows, in their order. */
function rowProblemOf(list: readonly CreditImportRow[], currency: string): string | null {
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

import { auditAction, describeChanges } from "~/core/audit/audit-action.server";
import { readLatestEntries } from "~/core/audit/latest-entry.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { formatInstant } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound, type Refusal } from "~/platform/errors";

/** A file that was discarded. Its page is found by the id, which people don't see. */
interface DiscardedSide {
  file: string;
  rows: number;
  "sent by": string;
  import: string;
}

export const importDiscarded = auditAction<DiscardedSide, null>(
  "import.discarded",
  "Discarded a file before its import",
  {
    describe: ({ import: _, ...before }, after, wording) =>
      describeChanges(undefined, before, after, wording),
  },
);

/** The refusal of an import that the shop doesn't have: who discarded it and when, where that is recorded. */
export async function missingImport(
  tx: ShopTransaction,
  { shop, administrator }: Pick<CallContext, "shop" | "administrator">,
  id: string,
): Promise<Refusal> {
  const discarding = { type: shopSubject, action: importDiscarded, before: { import: id } };
  const entries = await readLatestEntries(tx, shop.domain, discarding, [shop.domain]);
  const entry = entries.get(shop.domain);
  if (!entry) return notFound("There is no such import. It may have been discarded, or is too old.");
  const who = entry.actorId === administrator.id ? "You" : entry.actorName;
  const { dateTime } = formatInstant(entry.at, shop.timeZone);
  return notFound(`${who} discarded this import on ${dateTime}. Nothing was written.`);
}

import { callsOf } from "./calls.ts";
import { DEMO } from "./test-shop.ts";

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof callsOf>>["activity"]["list"]>>;

/** A change as people read it, also with its fields' values before and after by their names. */
type Change = Page["rows"][number] & { before: Record<string, string>; after: Record<string, string> };

/** The changes of a shop as the account owner sees them on the page Activity, oldest first. @param kind such as "mail.text changed" */
export async function activity(kind?: string, shop = DEMO): Promise<Change[]> {
  const { activity: calls } = await callsOf("1", shop);
  return allPages((last_id) => calls.list({ kind, last_id }));
}

/** The history of a record, oldest first. */
export async function activityOf(
  subjectType: string,
  subjectId: string | number,
  shop = DEMO,
): Promise<Change[]> {
  const { activity: calls } = await callsOf("1", shop);
  return allPages((last_id) => calls.ofSubject({ subjectType, subjectId: String(subjectId), last_id }));
}

async function allPages(read: (cursor?: string) => Promise<Page>): Promise<Change[]> {
  const rows: Page["rows"] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return rows.toReversed().map((row) => ({
    ...row,
    before: Object.fromEntries(row.changes.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(row.changes.map(({ field, after }) => [field, after])),
  }));
}

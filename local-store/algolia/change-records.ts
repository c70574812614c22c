import type pg from "pg";

type RecordBody = { objectID: string } & Record<string, unknown>;

/** A change of a record, or of all records of an index. */
export type RecordChange =
  | { action: "addObject" | "updateObject" | "deleteObject"; body: RecordBody }
  | { action: "partialUpdateObject" | "partialUpdateObjectNoCreate"; body: RecordBody }
  | { action: "clear" };

interface Place {
  shop: string;
  index: string;
}

const isWhole = (change: RecordChange): change is Extract<RecordChange, { action: "addObject" }> =>
  ["addObject", "updateObject", "deleteObject"].includes(change.action);

/** Applies the changes of a batch in their order. */
export async function changeRecords(
  client: pg.ClientBase,
  place: Place,
  changes: readonly RecordChange[],
): Promise<void> {
  // Whole records, which syncs send by the hundred, take two statements.
  if (changes.every(isWhole)) return replaceRecords(client, place, changes);
  for (const change of changes) {
    if (isWhole(change)) await replaceRecords(client, place, [change]);
    else if (change.action === "clear")
      await client.query("DELETE FROM algolia_records WHERE shop = $1 AND index_name = $2", [
        place.shop,
        place.index,
      ]);
    else await updatePartially(client, place, change.body, change.action === "partialUpdateObject");
  }
}

async function replaceRecords(
  client: pg.ClientBase,
  { shop, index }: Place,
  changes: readonly { action: string; body: RecordBody }[],
): Promise<void> {
  // The last request about a record counts.
  const latest = [...new Map(changes.map((each) => [each.body.objectID, each])).values()];
  const deleted = latest.filter(({ action }) => action === "deleteObject");
  await client.query(
    "DELETE FROM algolia_records WHERE shop = $1 AND index_name = $2 AND object_id = ANY($3)",
    [shop, index, deleted.map(({ body }) => body.objectID)],
  );
  const added = latest.filter(({ action }) => action !== "deleteObject").map(({ body }) => body);
  await client.query(
    `INSERT INTO algolia_records (shop, index_name, object_id, record)
     SELECT $1, $2, record ->> 'objectID', record FROM jsonb_array_elements($3::jsonb) AS record
     ON CONFLICT (shop, index_name, object_id) DO UPDATE SET record = excluded.record`,
    [shop, index, JSON.stringify(added)],
  );
}

async function updatePartially(
  client: pg.ClientBase,
  place: Place,
  body: RecordBody,
  creates: boolean,
): Promise<void> {
  const { rows } = await client.query<{ record: Record<string, unknown> }>(
    "SELECT record FROM algolia_records WHERE shop = $1 AND index_name = $2 AND object_id = $3",
    [place.shop, place.index, body.objectID],
  );
  const before = rows[0]?.record;
  if (!before && !creates) return;
  const record: RecordBody = { ...before, objectID: body.objectID };
  for (const [name, value] of Object.entries(body)) record[name] = changedValue(before?.[name], value);
  await replaceRecords(client, place, [{ action: "updateObject", body: record }]);
}

/** A value as it is, or one of Algolia's operations on the stored one. */
function changedValue(before: unknown, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("_operation" in value)) return value;
  const { _operation: operation, value: operand } = value as { _operation: unknown; value?: unknown };
  const list = Array.isArray(before) ? before : [];
  switch (operation) {
    case "Increment":
      return Number(before ?? 0) + Number(operand);
    case "Decrement":
      return Number(before ?? 0) - Number(operand);
    case "Add":
      return [...list, operand];
    case "AddUnique":
      return list.includes(operand) ? list : [...list, operand];
    case "Remove":
      return list.filter((each) => each !== operand);
    default:
      throw new Error(`Algolia's operation ${operation} isn't imitated.`);
  }
}

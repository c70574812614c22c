import { readResultFile } from "../../guarantees/support/export-file.ts";
import { DEMO } from "../../support/test-shop.ts";

/** A line of an order in the mirror. */
interface Line {
  sku: string;
  quantity?: number;
  current?: number;
  cents?: number;
  /** The bundle that it is a component of. */
  group?: { id: string; sku: string; title: string; quantity: number };
}

/** An order in the mirror. */
interface Order {
  at: string;
  customerId?: number;
  test?: boolean;
  isCanceled?: boolean;
  totalCents?: number;
  refundedCents?: number;
  lines?: Line[];
  shop?: string;
}

let nextId = 1;

/** Inserts an order into the mirror, and names it. */
export async function insertOrder(order: Order): Promise<string> {
  const { database } = await import("~/platform/db/pool.server");
  const { shop = DEMO, at, customerId, test = false, isCanceled, totalCents = 0, refundedCents = 0 } = order;
  const id = 5_000 + nextId++;
  const name = `#${id}`;
  await database().query(
    `INSERT INTO orders (shop, id, name, customer_id, processed_at, created_at, updated_at, cancelled_at, financial_status,
                         fulfillment_status, return_status, risk, test, total_cents, discount_cents, refunded_cents)
     VALUES ($1, $2, $3, $4, $5, $5, $5, $6, 'PAID', 'FULFILLED', 'NO_RETURN', 'ACCEPT', $7, $8, 0, $9)`,
    [shop, id, name, customerId ?? null, at, isCanceled ? at : null, test, totalCents, refundedCents],
  );
  for (const [index, line] of (order.lines ?? []).entries()) {
    const { sku, quantity = 1, current = quantity, cents = 0, group } = line;
    await database().query(
      `INSERT INTO order_lines (shop, id, order_id, position, sku, title, quantity, current_quantity, price_cents, total_cents,
                                group_id, group_sku, group_title, group_quantity)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13)`,
      [
        shop,
        id * 10 + index,
        id,
        index + 1,
        sku,
        `Title of ${sku}`,
        quantity,
        current,
        cents,
        group?.id ?? null,
        group?.sku ?? null,
        group?.title ?? null,
        group?.quantity ?? null,
      ],
    );
  }
  return name;
}

/** Runs a report's job. @returns the rows below the titles of each sheet, by its name */
export async function sheetsOf(jobId: string): Promise<Record<string, (string | number)[][]>> {
  const { read, utils } = await import("xlsx");
  const book = read(await readResultFile(jobId));
  const rowsOf = (name: string) =>
    utils.sheet_to_json<(string | number)[]>(book.Sheets[name] as never, { header: 1, defval: "" });
  return Object.fromEntries(book.SheetNames.map((name) => [name, rowsOf(name).slice(9)]));
}

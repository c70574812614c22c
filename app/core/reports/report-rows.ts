import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { RowBatches } from "~/platform/sheets/streamed-workbook.server";

/** The rows of a short sheet. */
export async function* inOneBatch(rows: CellValue[][]): AsyncGenerator<CellValue[][]> {
  yield rows;
}

/**
 * The first rows of a sheet that can have more of them than fit, so that the report doesn't fail.
 * @param limit how many rows fit
 * @param rest the last row, in place of those that are left out
 */
export async function* limitRows(
  batches: RowBatches,
  limit: number,
  rest: (count: number) => CellValue[],
): RowBatches {
  let room = limit - 1;
  let omitted = 0;
  for await (const rows of batches) {
    const listed = rows.slice(0, room);
    room -= listed.length;
    omitted += rows.length - listed.length;
    if (listed.length > 0) yield listed;
  }
  if (omitted > 0) yield [rest(omitted)];
}

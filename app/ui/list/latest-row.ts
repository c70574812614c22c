/**
 * A row that a dialog was opened with, as its list has it now. One that has left the list stays as it was.
 * @param identity the field that identifies a row
 */
export const latestOf = <Row extends object>(
  row: Row,
  rows: readonly Row[],
  identity: keyof Row = "id" as keyof Row,
): Row => rows.find((other) => other[identity] === row[identity]) ?? row;

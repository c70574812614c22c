import { Text } from "@shopify/polaris";
import { Fragment, type MouseEvent, type ReactNode, useRef } from "react";
import type { ListColumn, ListDeclaration, ListState } from "~/platform/list";
import { EmailText } from "../EmailText";
import { nameOfTimeZone, useShopTimeZone } from "../frame";
import { Day, Moment } from "../Moment";
import { formatCount } from "../numbers";
import { PageLink } from "../PageLink";
import { ariaSort, firstPage, nextSort, sortParameter } from "./address";
import styles from "./RowTable.module.css";
import type { Cells } from "./types";
import type { ActiveRow } from "./useActiveRow";
import { useCutText } from "./useCutText";
import type { RowGap } from "./useRowGaps";
import type { Selection } from "./useSelection";

/** Written out, because the CSS for phones changes `display`, which takes the implicit roles away in some browsers. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

interface RowTableProps<Row, Key extends string> {
  list: ListDeclaration<Key>;
  state: ListState;
  /** The present address's query string. */
  search: string;
  caption: string;
  rows: readonly Row[];
  rowLabel(row: Row): string;
  /** By column. A column without one shows its field as text. */
  cells: Cells<Row, Key>;
  rowActions?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  /** Undefined: the list has no selection. */
  selection?: Selection;
  /** Undefined: rows are read, and have no focus. */
  active?: ActiveRow;
  /** Places of rows that have just left. */
  gaps?: readonly RowGap[];
}

/**
 * The rows of a list. A table of our own rather than Polaris's IndexTable: that one repeats its headings in a second, hidden
 * header, has no `aria-sort` and no focus on rows, and turns into its form for phones only after hydration, which moves the page.
 * This one turns into cards by CSS alone.
 */
export function RowTable<Row extends { id: string }, Key extends string>(props: RowTableProps<Row, Key>) {
  const { list, rows, selection, rowActions, caption, gaps = [] } = props;
  const ticked = rows.filter((row) => selection?.ids.has(row.id)).length;
  const isAllSelected = rows.length > 0 && ticked === rows.length;
  const columns = stackedColumns(list, useShopTimeZone());
  const table = useRef<HTMLTableElement>(null);
  const cutText = useCutText(table, rows);
  const rowsTable = (
    <table
      {...roles.table}
      ref={table}
      className={styles.table}
      data-density={list.density ?? "comfortable"}
      aria-label={caption}
    >
      <thead {...roles.rowgroup} className={styles.head}>
        <tr {...roles.row}>
          {selection && (
            <th {...roles.columnheader} scope="col" className={styles.tick}>
              <label>
                <input
                  type="checkbox"
                  aria-label={`Select all ${caption} on this page`}
                  checked={isAllSelected}
                  disabled={rows.length === 0}
                  ref={(box) => {
                    if (box) box.indeterminate = ticked > 0 && !isAllSelected;
                  }}
                  onChange={selection.toggleAll}
                />
              </label>
            </th>
          )}
          {columns.map((lines) => (
            <Heading key={lines[0].key} lines={lines} list={list} state={props.state} search={props.search} />
          ))}
          {rowActions && (
            <th {...roles.columnheader} scope="col" className={styles.actionsHead}>
              Action
            </th>
          )}
        </tr>
      </thead>
      <tbody {...roles.rowgroup}>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            {gaps.length > 0 && <Gaps gaps={gaps} index={index} />}
            <TableRow row={row} isFirst={index === 0} columns={columns} {...props} />
          </Fragment>
        ))}
        <Gaps gaps={gaps} index={rows.length} />
      </tbody>
    </table>
  );
  return (
    <>
      {rowsTable}
      {cutText}
    </>
  );
}

/** Empty places above the row at this index. */
const Gaps = ({ gaps, index }: { gaps: readonly RowGap[]; index: number }) =>
  gaps
    .filter((gap) => gap.index === index)
    .map(({ id, height }) => (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no content, so nothing in it takes the focus
      <tr key={id} aria-hidden="true" data-gap={id} style={{ height }} />
    ));

/** The columns of one cell: the column itself, and the ones that are shown below it. */
type Lines = readonly [ListColumn, ...ListColumn[]];

function stackedColumns(list: ListDeclaration, shopTimeZone: string): Lines[] {
  const columns = list.columns.map((column) =>
    column.zone && column.zone !== shopTimeZone
      ? { ...column, title: `${column.title} (${nameOfTimeZone(column.zone)})` }
      : column,
  );
  // A second line whose first one is hidden is a column of its own.
  const isSecondLine = ({ below }: ListColumn) => columns.some(({ key }) => key === below);
  return columns
    .filter((column) => !isSecondLine(column))
    .map((column) => [column, ...columns.filter(({ below }) => below === column.key)]);
}

interface HeadingProps {
  lines: Lines;
  list: ListDeclaration;
  state: ListState;
  search: string;
}

function Heading({ lines, list, state, search }: HeadingProps) {
  const orders = lines.map((column) => ariaSort(column, state));
  return (
    <th
      {...roles.columnheader}
      scope="col"
      aria-sort={orders.find((order) => order && order !== "none") ?? orders.find(Boolean)}
      data-align={lines[0].align}
    >
      {lines.map((column, index) => (
        <Fragment key={column.key}>
          {index > 0 && column.title && <span className={styles.divider}> / </span>}
          {orders[index] ? (
            <PageLink
              className={styles.sort}
              data-order={orders[index]}
              to={firstPage(search, { sort: sortParameter(nextSort(column, state), list) })}
            >
              {column.title}
              <span className={styles.arrow} aria-hidden="true">
                {orders[index] === "descending" ? "↓" : "↑"}
              </span>
            </PageLink>
          ) : (
            column.title || (
              <Text as="span" visuallyHidden>
                {index > 0 && " / "}
                {column.hiddenTitle}
              </Text>
            )
          )}
        </Fragment>
      ))}
    </th>
  );
}

function TableRow<Row extends { id: string }>({
  row,
  isFirst,
  columns,
  cells,
  rowLabel,
  rowActions,
  onOpen,
  selection,
  active,
}: RowTableProps<Row, string> & { row: Row; isFirst: boolean; columns: readonly Lines[] }) {
  const isActive = active?.id === row.id;
  const isSelected = selection?.ids.has(row.id) ?? false;
  return (
    <tr
      {...roles.row}
      data-row-id={row.id}
      ref={(element) => active?.register(row.id, element)}
      // One row takes part in the tab order; the keys of the list move between rows.
      tabIndex={active && (isActive || (active.id === null && isFirst) ? 0 : -1)}
      aria-selected={selection ? isSelected : undefined}
      className={onOpen ? styles.opens : undefined}
      onFocus={() => active?.activate(row.id)}
      onClick={(event) => {
        if (onOpen && !isOnControl(event)) onOpen(row);
      }}
    >
      {selection && (
        <td {...roles.cell} className={styles.tick}>
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${rowLabel(row)}`}
              checked={isSelected}
              onChange={(event) =>
                selection.toggle(row.id, (event.nativeEvent as { shiftKey?: boolean }).shiftKey)
              }
            />
          </label>
        </td>
      )}
      {columns.map((lines) => (
        <td
          key={lines[0].key}
          {...roles.cell}
          data-align={lines[0].align}
          data-stacked={lines.length > 1 || undefined}
        >
          {lines.map((column) => lineOf(column, contentOf(row, column, cells)))}
        </td>
      ))}
      {rowActions && (
        <td {...roles.cell} className={styles.actions}>
          {rowActions(row)}
        </td>
      )}
    </tr>
  );
}

function contentOf<Row extends object>(row: Row, column: ListColumn, cells: Cells<Row>): ReactNode {
  const { key, field } = column;
  const cell: Cells<Row>[string] | undefined = cells[key];
  if (cell) return cell(row);
  const value = field && (row as Record<string, unknown>)[field];
  if (typeof value === "number") return formatCount(value);
  return typeof value === "string" ? formatted(value, column) : undefined;
}

function formatted(text: string, { format, zone }: ListColumn): ReactNode {
  if (!text || !format) return text;
  if (format === "email") return <EmailText email={text} />;
  if (format === "day") return <Day date={text} />;
  return <Moment at={text} time={format === "time"} zone={zone} />;
}

/**
 * One column's text in a cell. Longer text is cut to keep the rows low (`useCutText` shows all of it). A component would be one more for
 * each of two hundred cells.
 */
const lineOf = ({ key, title, narrow }: ListColumn, content: ReactNode) => (
  <div key={key} className={styles.line} data-label={title} data-narrow={narrow}>
    {content}
  </div>
);

/**
 * A click on a link, a button or a tick box in a row, or one that ends a text selection, is not a click on the row. React also reports
 * the clicks in what the row has opened above it.
 */
function isOnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isControl = (target as Element).closest("a, button, input, label") !== null;
  return (
    isControl || !currentTarget.contains(target as Element) || Boolean(window.getSelection()?.toString())
  );
}

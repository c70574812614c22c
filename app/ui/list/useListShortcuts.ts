import type { RowKey } from "./types";
import type { ActiveRow } from "./useActiveRow";
import type { Selection } from "./useSelection";
import { type Shortcuts, useShortcuts } from "./useShortcuts";

interface ListShortcutOptions<Row> {
  rows: readonly Row[];
  active: ActiveRow;
  selection?: Selection;
  rowKeys: readonly RowKey<Row>[];
  onOpen?: (row: Row) => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  focusSearch: (() => void) | null;
  showHelp(): void;
  /** Other rows are being loaded, which cover these: no key acts on one of them. */
  isLoading: boolean;
  enabled: boolean;
}

/** Binds the list's keys. @returns them, for the help */
export function useListShortcuts<Row extends { id: string }>(options: ListShortcutOptions<Row>) {
  const { rows, active, selection, rowKeys, onOpen, enabled } = options;
  const activeRow = () => rows.find((row) => row.id === active.id);
  const onActiveRow = (act: (row: Row) => void, isFor?: (row: Row) => boolean) => () => {
    const row = activeRow();
    if (!row || options.isLoading || isFor?.(row) === false) return false;
    act(row);
  };
  const page = (go: (() => void) | null) => () => (go ? go() : false);

  const down = () => active.move(1);
  const up = () => active.move(-1);
  const open = (event: KeyboardEvent) => {
    // On a button or link within the row, Enter is theirs.
    if (!onOpen || !(event.target instanceof HTMLTableRowElement)) return false;
    return onActiveRow(onOpen)();
  };

  const shortcuts: Shortcuts = {
    "?": options.showHelp,
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    Enter: open,
    "[": page(options.onPrevious),
    "]": page(options.onNext),
    ...(options.focusSearch && { "/": options.focusSearch }),
    ...(selection && { x: onActiveRow((row) => selection.toggle(row.id)) }),
    ...Object.fromEntries(rowKeys.map(({ key, onPress, isFor }) => [key, onActiveRow(onPress, isFor)])),
  };
  useShortcuts(shortcuts, enabled);
  // The help stays reachable when the other keys are turned off: its switch turns them on again.
  useShortcuts({ "?": options.showHelp }, !enabled);

  const shown = activeRow();
  const shownKeys = rowKeys.filter(({ isFor }) => !shown || isFor?.(shown) !== false);
  return [
    { key: "j or ↓", label: "Next row" },
    { key: "k or ↑", label: "Previous row" },
    ...shownKeys.map(({ key, label }) => ({ key, label: `${label} the focused row` })),
    ...(selection ? [{ key: "x", label: "Select the focused row" }] : []),
    ...(onOpen ? [{ key: "Enter", label: "Open the focused row" }] : []),
    ...(options.focusSearch
      ? [
          { key: "/", label: "Search" },
          { key: "Esc", label: "Leave the search" },
        ]
      : []),
    { key: "[", label: "Previous page" },
    { key: "]", label: "Next page" },
    { key: "z", label: "Undo, as the newest notice offers it" },
    { key: "?", label: "This help" },
  ];
}

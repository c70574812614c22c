import { createContext, type KeyboardEvent, useContext } from "react";
import { isComposing } from "~/ui/is-composing";
import { CellInput } from "~/ui/list/CellInput";
import type { DisplayNamesGrid } from "./useDisplayNames";

export type GridCells = Pick<DisplayNamesGrid, "currentValue" | "problems" | "change" | "isBusy"> & {
  /** The stored value, which Escape restores. */
  storedValueOf(key: string): string;
};

const GridContext = createContext<GridCells | null>(null);
/** Gives the cells their values, so that the table around them isn't rendered for each key press. */
export const GridProvider = GridContext.Provider;

const INPUT_SELECTOR = "input[data-meta-value]";

/** The id of a key's input. */
export const inputIdOf = (key: string): string => `meta-value-${key}`;

/** The editable cell: Enter and Arrow Down move to the next row, Shift+Enter and Arrow Up to the previous one, Escape restores. */
export function ValueInput({ metaKey }: { metaKey: string }) {
  const grid = useContext(GridContext);
  if (!grid) throw new Error("ValueInput is used outside GridProvider.");
  const problem = grid.problems.get(metaKey);
  return (
    <CellInput
      id={inputIdOf(metaKey)}
      data-meta-value
      isChanged={grid.currentValue(metaKey).trim() !== grid.storedValueOf(metaKey)}
      problem={problem && `This value ${problem}`}
      aria-label={`Meta Value of ${metaKey}`}
      value={grid.currentValue(metaKey)}
      readOnly={grid.isBusy}
      onChange={(event) => grid.change(metaKey, event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") grid.change(metaKey, grid.storedValueOf(metaKey));
        else moveBetweenRows(event);
      }}
    />
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>): void {
  if (isComposing(event)) return;
  const isUp = event.key === "ArrowUp" || (event.key === "Enter" && event.shiftKey);
  if (!isUp && event.key !== "ArrowDown" && event.key !== "Enter") return;
  event.preventDefault();
  const inputs = [
    ...(event.currentTarget.closest("table")?.querySelectorAll<HTMLInputElement>(INPUT_SELECTOR) ?? []),
  ];
  const next = inputs[inputs.indexOf(event.currentTarget) + (isUp ? -1 : 1)];
  next?.focus();
  next?.select();
}

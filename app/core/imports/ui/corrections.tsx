import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { importCall } from "../pages";

/** A cell that was corrected and isn't saved yet. Its column is counted from 0. */
interface Draft {
  number: number;
  column: number;
  value: string;
}

interface Corrections {
  /** How many cells aren't saved. */
  count: number;
  isBusy: boolean;
  /** The unsaved text of a cell. Undefined without one. */
  draftOf(number: number, column: number): string | undefined;
  /** Keeps what was typed. The stored text isn't a draft. */
  type(cell: Draft, stored: string): void;
  /** Saves the drafts of a row, or all. */
  save(number?: number): void;
}

const CorrectionsContext = createContext<Corrections | null>(null);

const keyOf = ({ number, column }: Pick<Draft, "number" | "column">) => `${number} ${column}`;

/**
 * Keeps the corrected cells of an import until they are saved, also while another tab or page of its rows is shown. The save bar counts
 * them, and the page isn't left without a question.
 */
export function CorrectionsProvider({ id, children }: { id: string; children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const { accepted, isBusy, run } = useCall();
  const [sent, setSent] = useState<readonly Draft[]>([]);
  const [lastAccepted, setLastAccepted] = useState(accepted);
  const isSaved = accepted !== undefined && accepted !== lastAccepted;
  const unsaved = isSaved ? without(drafts, sent) : drafts;
  // Until the rows have come again, they are shown as they were corrected.
  if (isSaved && !isBusy) {
    setLastAccepted(accepted);
    setDrafts(unsaved);
  }
  useHoldRefresh(drafts.size > 0);

  const corrections = useMemo<Corrections>(
    () => ({
      count: drafts.size,
      isBusy,
      draftOf: (number, column) => drafts.get(keyOf({ number, column }))?.value,
      type: (cell, stored) =>
        setDrafts((before) => {
          const after = new Map(before);
          if (cell.value === stored) after.delete(keyOf(cell));
          else after.set(keyOf(cell), cell);
          return after;
        }),
      save: (number) => {
        const saved = [...drafts.values()].filter((draft) => number === undefined || draft.number === number);
        if (saved.length === 0 || isBusy) return;
        setSent(saved);
        run(importCall("imports.fixRows", { id, rows: byRow(saved) }));
      },
    }),
    [drafts, id, isBusy, run],
  );
  useSaveBar(unsaved.size > 0, {
    busy: isBusy,
    count: unsaved.size,
    save: () => corrections.save(),
    discard: () => setDrafts(new Map()),
  });
  return <CorrectionsContext.Provider value={corrections}>{children}</CorrectionsContext.Provider>;
}

/** @throws when it is used outside the provider: a programming error */
export function useCorrections(): Corrections {
  const corrections = useContext(CorrectionsContext);
  if (!corrections) throw new Error("useCorrections is used outside CorrectionsProvider.");
  return corrections;
}

/** What was typed since stays. */
function without(drafts: ReadonlyMap<string, Draft>, saved: readonly Draft[]): ReadonlyMap<string, Draft> {
  const rest = new Map(drafts);
  for (const draft of saved) if (rest.get(keyOf(draft))?.value === draft.value) rest.delete(keyOf(draft));
  return rest;
}

function byRow(drafts: readonly Draft[]) {
  const rows = new Map<number, { number: number; cells: { column: number; value: string }[] }>();
  for (const { number, column, value } of drafts) {
    const row = rows.get(number) ?? { number, cells: [] };
    row.cells.push({ column, value });
    rows.set(number, row);
  }
  return [...rows.values()];
}

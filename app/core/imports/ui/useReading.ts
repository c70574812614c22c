import { useRef, useState } from "react";
import type { TextChoices } from "~/platform/sheets/reading/csv";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { type HeldSheet, holdSheet } from "~/ui/import/held-sheet";
import type { OpenedImport } from "../wizard-form.server";

/** The chosen encoding, delimiter and heading row of a file, and the state of reading it with them. */
export interface ReadingState {
  choices: TextChoices;
  /** As it was typed. */
  headingRow: string;
  isReading: boolean;
  /** Why the file can't be read as it was chosen. The rows are those of the reading before. */
  problem: string | null;
  change(changes: { text?: TextChoices; headingRow?: string }): void;
}

/**
 * Reads a held file again with each choice, and holds the rows of the latest one.
 * @param onRead gets the file as it is read now
 */
export function useReading(
  id: string,
  held: HeldSheet<OpenedImport>,
  onRead: (held: HeldSheet<OpenedImport>) => void,
): ReadingState {
  const [choices, setChoices] = useState<TextChoices>({});
  const [typedRow, setTypedRow] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);

  const read = async (text: TextChoices, headingRow: string | undefined) => {
    const turn = ++latest.current;
    const row = headingRow === undefined ? undefined : Number(headingRow);
    if (row !== undefined && !(Number.isInteger(row) && row >= 1)) {
      setReading(false);
      setProblem("Enter the number of the row with the headings, such as 1.");
      return;
    }
    setReading(true);
    try {
      const again = await held.reader.readAgain({ text, headingRow: row });
      if (turn !== latest.current) return again.reader.close();
      const now = { ...held, ...again };
      holdSheet(id, now);
      onRead(now);
      setProblem(null);
    } catch (error) {
      if (!(error instanceof SheetProblem)) throw error;
      if (turn === latest.current) setProblem(error.message);
    }
    if (turn === latest.current) setReading(false);
  };

  return {
    choices,
    headingRow: typedRow ?? String(held.sheet.headingRow),
    isReading,
    problem,
    change({ text = choices, headingRow = typedRow }) {
      setChoices(text);
      setTypedRow(headingRow);
      void read(text, headingRow);
    },
  };
}

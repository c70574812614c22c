import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { holdSheet } from "~/ui/import/held-sheet";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { SheetReader } from "~/ui/import/sheet-reader";
import { useOperation } from "~/ui/useOperation";
import type { ImportKind } from "../import-kind";
import type { ImportAnswer } from "../wizard-form.server";

/**
 * Tells the server of a file that was read, and goes on to its page; the rows stay here until they are asked for. The same file again
 * after a lost answer is the same import.
 * @param options.action the page whose action opens imports, when it is not this one
 */
export function useOpenImport(
  kind: ImportKind,
  defaults: Readonly<Record<string, string>>,
  { action }: { action?: string } = {},
) {
  const { run, answer, isBusy } = useOperation<ImportAnswer>();
  const navigate = useNavigate();
  const read = useRef<{ sheet: ReadSheet; reader: SheetReader } | null>(null);
  useEffect(() => {
    if (isBusy || !answer || !read.current) return;
    const { sheet, reader } = read.current;
    read.current = null;
    if (!answer.opened) return reader.close();
    holdSheet(answer.opened.run.id, { sheet, reader, opened: answer.opened });
    navigate(`${kind.path}/import/${answer.opened.run.id}`);
  }, [answer, isBusy, kind.path, navigate]);

  return {
    isTelling: isBusy,
    /** Why the file was not taken; null while nothing was answered, and when there was no answer at all. */
    refused: !isBusy && answer && !answer.opened ? answer : null,
    tell(sheet: ReadSheet, reader: SheetReader) {
      read.current = { sheet, reader };
      const { fileName, sha256, columns, rows } = sheet;
      const file = {
        fileName: fileName.slice(-255),
        sha256,
        columns: columns.map(({ heading }) => heading),
        rowCount: rows,
        defaults,
      };
      run({ intent: "open", file: JSON.stringify(file) }, action);
    },
  };
}

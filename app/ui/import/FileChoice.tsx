import { useLocation } from "@remix-run/react";
import { BlockStack, Button, DropZone, InlineError, InlineStack, Spinner, Text } from "@shopify/polaris";
import { useCallback, useEffect, useRef, useState } from "react";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { formatCount } from "../numbers";
import { handOver, takeOver } from "./held-sheet";
import { type ReadSheet, SPREADSHEET_FILES } from "./reader-messages";
import { SheetReader } from "./sheet-reader";

const NOT_ACCEPTED = "Choose one csv, xls or xlsx file. Other kinds of files can't be imported.";

interface FileChoiceProps {
  /** The expected headings, by which the heading row is found. */
  expected: readonly string[];
  /** A file was chosen, also one that can't be read. It replaces the file before. */
  onChoose?(): void;
  /** Gets the sheet and its reader, and must close the reader. */
  onRead(sheet: ReadSheet, reader: SheetReader): void;
  /** The sheet is being sent. */
  busy: boolean;
  /** Why what was read cannot go on. */
  problem?: string | null;
}

type Reading =
  | { state: "none" }
  | { state: "reading"; name: string; rows: number }
  | { state: "refused"; sentence: string };

/** Takes a spreadsheet by choice or by drag and drop, and reads it in a worker. */
export function FileChoice({ expected, onChoose, onRead, busy, problem }: FileChoiceProps) {
  const [reading, setReading] = useState<Reading>({ state: "none" });
  const reader = useRef<SheetReader | null>(null);
  const zone = useRef<HTMLDivElement>(null);
  const path = useLocation().pathname;
  const latest = useRef({ expected, onChoose, onRead });
  latest.current = { expected, onChoose, onRead };

  const read = useCallback((file: File) => {
    latest.current.onChoose?.();
    reader.current?.close();
    const mine = new SheetReader();
    reader.current = mine;
    setReading({ state: "reading", name: file.name, rows: 0 });
    const isCurrent = () => reader.current === mine;
    mine
      .read(file, latest.current.expected, (rows) => {
        if (isCurrent()) setReading({ state: "reading", name: file.name, rows });
      })
      .then((sheet) => {
        if (!isCurrent()) return;
        reader.current = null;
        setReading({ state: "none" });
        latest.current.onRead(sheet, mine);
      })
      .catch((error: unknown) => {
        if (!(error instanceof SheetProblem)) throw error;
        if (isCurrent()) setReading({ state: "refused", sentence: error.message });
      });
  }, []);
  const stop = useCallback(() => {
    reader.current?.close();
    reader.current = null;
    setReading({ state: "none" });
  }, []);

  // Polaris makes two stops of the keyboard of it: the button, and the input that it opens.
  useEffect(() => {
    zone.current?.querySelector("input")?.setAttribute("tabindex", "-1");
  }, []);

  useEffect(() => {
    const file = takeOver(path);
    if (file) read(file);
    return () => {
      if (!reader.current) return;
      reader.current.close();
      // When the person returns to this page, the file is read again.
      if (file) handOver(file, path);
    };
  }, [read, path]);

  const sentence = reading.state === "refused" ? reading.sentence : reading.state === "none" ? problem : null;
  const isBusy = busy || reading.state === "reading";
  return (
    <BlockStack gap="300">
      <div ref={zone}>
        <DropZone
          accept={SPREADSHEET_FILES}
          type="file"
          allowMultiple={false}
          label="Spreadsheet"
          labelHidden
          disabled={isBusy}
          customValidator={(file) => /\.(csv|xlsx?)$/i.test(file.name)}
          onDrop={(_files, [file], [rejected]) => {
            if (file) read(file);
            else if (rejected) {
              onChoose?.();
              setReading({ state: "refused", sentence: NOT_ACCEPTED });
            }
          }}
        >
          <DropZone.FileUpload
            actionTitle="Choose a spreadsheet"
            actionHint="or drop it here: csv, xls or xlsx; only the first sheet is read"
          />
        </DropZone>
      </div>
      <div aria-live="polite">
        {isBusy && (
          <InlineStack gap="200" blockAlign="center">
            <Spinner size="small" accessibilityLabel="" />
            <Text as="p">
              {reading.state === "reading" ? progressText(reading.name, reading.rows) : "Creating the import"}
            </Text>
            {reading.state === "reading" && (
              <Button variant="plain" onClick={stop}>
                Stop
              </Button>
            )}
          </InlineStack>
        )}
        {sentence && <InlineError fieldID="spreadsheet" message={sentence} />}
      </div>
    </BlockStack>
  );
}

const progressText = (name: string, rows: number) =>
  rows === 0 ? `Reading ${name}` : `Reading ${name}: ${formatCount(rows)} rows so far`;

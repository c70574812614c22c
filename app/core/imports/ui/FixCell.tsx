import { BlockStack, Button, InlineStack, TextField } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { formatCount } from "~/ui/numbers";
import { useFetcher } from "~/ui/useFetcher";
import { useInertUntilHydrated } from "~/ui/useHydrated";
import { FORMAT_LABELS } from "../column-format";
import type { ImportRow } from "../schemas";
import type { ImportAnswer } from "../wizard-form.server";
import { useCorrections } from "./corrections";

interface FixCellProps {
  /** The row's number in the sheet. */
  number: number;
  /** Counted from 0. */
  column: number;
  heading: string;
  value: string;
  problem: string;
  /** Other ways to read the column, with how many cells each is about. */
  formats: ImportRow["problems"][number]["formats"];
}

/** An invalid cell that can be corrected in the preview. The file stays unchanged. */
export function FixCell({ number, column, heading, value, problem, formats }: FixCellProps) {
  const fetcher = useFetcher<ImportAnswer>();
  const corrections = useCorrections();
  const text = corrections.draftOf(number, column) ?? value;
  const isBusy = fetcher.state !== "idle" || corrections.isBusy;
  const inert = useInertUntilHydrated();
  const place = useFocusForRow();
  return (
    <BlockStack gap="200">
      <form
        {...inert}
        {...place}
        onSubmit={(event) => {
          event.preventDefault();
          corrections.save(number);
        }}
      >
        <TextField
          label={`${heading}, row ${number}`}
          name="value"
          autoComplete="off"
          value={text}
          onChange={(typed) => corrections.type({ number, column, value: typed }, value)}
          error={problem}
          readOnly={isBusy}
          connectedRight={
            <Button
              submit
              loading={isBusy}
              disabled={text === value}
              accessibilityLabel={`Save ${heading} of row ${number}`}
            >
              Save
            </Button>
          }
        />
      </form>
      {formats.map(({ format, cells }) => (
        <InlineStack key={format}>
          <Button
            variant="plain"
            disabled={isBusy}
            accessibilityLabel={`${FORMAT_LABELS[format]}: apply to all ${formatCount(cells)} cells of ${heading}`}
            onClick={() =>
              fetcher.submit({ intent: "format", column: String(column), format }, { method: "post" })
            }
          >
            {`${FORMAT_LABELS[format]}: apply to all ${formatCount(cells)} cells`}
          </Button>
        </InlineStack>
      ))}
    </BlockStack>
  );
}

/** A cell that was corrected goes away, and its field with it: who was in it goes on at its row. */
function useFocusForRow() {
  const ref = useRef<HTMLFormElement>(null);
  const isIn = useRef(false);
  useEffect(() => {
    const row = ref.current?.closest("tr");
    return () => {
      if (isIn.current && row?.isConnected) row.focus();
    };
  }, []);
  const onFocus = () => {
    isIn.current = true;
  };
  const onBlur = () => {
    isIn.current = false;
  };
  return { ref, onFocus, onBlur };
}

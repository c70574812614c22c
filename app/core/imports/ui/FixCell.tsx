import { BlockStack, Button, InlineStack, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { formatCount } from "~/ui/numbers";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { useInertUntilHydrated } from "~/ui/useHydrated";
import { FORMAT_LABELS } from "../column-format";
import type { ImportRow } from "../contract";
import type { ImportAnswer } from "../wizard-form.server";

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
  const [text, setText] = useState(value);
  const isBusy = fetcher.state !== "idle";
  useHoldRefresh(text !== value);
  const inert = useInertUntilHydrated();
  const place = useFocusForRow();
  return (
    <BlockStack gap="200">
      <fetcher.Form method="post" {...inert} {...place}>
        <input type="hidden" name="intent" value="fix" />
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="column" value={column} />
        <TextField
          label={`${heading}, row ${number}`}
          name="value"
          autoComplete="off"
          value={text}
          onChange={setText}
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
      </fetcher.Form>
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

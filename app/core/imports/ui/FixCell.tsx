import { useFetcher } from "@remix-run/react";
import { Button, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { useInertUntilHydrated } from "~/ui/useHydrated";
import type { ImportAnswer } from "../wizard-form.server";

interface FixCellProps {
  /** The row's number in the sheet. */
  number: number;
  /** Counted from 0. */
  column: number;
  heading: string;
  value: string;
  problem: string;
}

/** A cell that cannot be taken, to be put right in its place; the file itself stays as it is. */
export function FixCell({ number, column, heading, value, problem }: FixCellProps) {
  const fetcher = useFetcher<ImportAnswer>();
  const [text, setText] = useState(value);
  const isBusy = fetcher.state !== "idle";
  useHoldRefresh(text !== value);
  const inert = useInertUntilHydrated();
  const place = useFocusForRow();
  return (
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
  );
}

/** A cell that was put right goes away, and its field with it: who was in it goes on at its row. */
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

import { useCallback } from "react";
import { useNotices } from "./useNotices";

/**
 * Shows a notice when a spreadsheet that the browser writes couldn't be saved.
 * @returns takes the promise that saves it
 */
export function useSpreadsheetFailure(): (saving: Promise<unknown>) => void {
  const { show } = useNotices();
  return useCallback(
    (saving) => {
      saving.catch(() =>
        show({
          level: "critical",
          text: "This browser couldn't write the spreadsheet. Reload the page and try again.",
        }),
      );
    },
    [show],
  );
}

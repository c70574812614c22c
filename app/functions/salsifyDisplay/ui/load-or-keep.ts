import { useEffect } from "react";
import { describeError } from "~/ui/describe-error";
import type { DisplayNames } from "../contract";

export interface DisplayNamesPageData {
  list: DisplayNames;
  /** The server's clock when it answered, ISO 8601. */
  now: string;
  /** Why the list couldn't be loaded again. It is the one from before. */
  reloadProblem?: string;
}

/** What the open page shows. Undefined while it isn't open. */
let shown: DisplayNamesPageData | undefined;

/** Keeps the data for `loadOrKeep` while the page is open. */
export function useShownData(data: DisplayNamesPageData): void {
  useEffect(() => {
    shown = data;
    return () => {
      shown = undefined;
    };
  }, [data]);
}

/**
 * Loads the page's data. When the server can't answer while the page is open, the page stays as it is: the error page would
 * discard what was entered.
 */
export async function loadOrKeep(
  serverLoader: () => Promise<DisplayNamesPageData>,
): Promise<DisplayNamesPageData> {
  try {
    return await serverLoader();
  } catch (error) {
    // A redirect.
    if (error instanceof Response || !shown) throw error;
    const { sentence, reference, canRetry } = describeError(error);
    if (!canRetry) throw error;
    return { ...shown, reloadProblem: reference ? `${sentence} Reference: ${reference}` : sentence };
  }
}

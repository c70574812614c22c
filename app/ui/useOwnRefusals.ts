import { useEffect } from "react";
import { useNotices } from "./useNotices";

/**
 * Leaves the refusals of a fetcher to the dialog that submits it, because a notice would be behind the dialog.
 * @param isShown whether that dialog is open, for a fetcher that outlives it
 */
export function useOwnRefusals(fetcherKey: string, isShown = true): void {
  const { showsOwnRefusals } = useNotices();
  useEffect(
    () => (isShown ? showsOwnRefusals(fetcherKey) : undefined),
    [showsOwnRefusals, fetcherKey, isShown],
  );
}

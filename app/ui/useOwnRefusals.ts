import { useEffect, useState } from "react";
import { useNotices } from "./useNotices";

/**
 * Leaves the refusals of a fetcher to the dialog that submits it, because a notice would be behind the dialog.
 * @param isShown whether that dialog is open, for a fetcher that outlives it
 * @returns the fetcher's key
 */
export function useOwnRefusals(isShown = true): string {
  const [key] = useState(() => crypto.randomUUID());
  const { showsOwnRefusals } = useNotices();
  useEffect(() => (isShown ? showsOwnRefusals(key) : undefined), [showsOwnRefusals, key, isShown]);
  return key;
}

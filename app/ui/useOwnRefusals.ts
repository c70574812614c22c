import { useEffect, useState } from "react";
import { useNotices } from "./useNotices";

/**
 * Leaves the refusals of a fetcher to the dialog that submits it, because a notice would be behind the dialog.
 * @returns the fetcher's key
 */
export function useOwnRefusals(): string {
  const [key] = useState(() => crypto.randomUUID());
  const { showsOwnRefusals } = useNotices();
  useEffect(() => showsOwnRefusals(key), [showsOwnRefusals, key]);
  return key;
}

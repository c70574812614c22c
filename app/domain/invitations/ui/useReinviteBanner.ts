import { useEffect, useRef, useState } from "react";
import { BANNER_MS } from "../messages";

type ClearSelection = () => void;

/**
 * The banner "Background reinvite process is started...": it is shown for 5 seconds, then the selection is cleared.
 * @param started the answer that starts it; each new one restarts the banner
 */
export function useReinviteBanner(started: object | undefined) {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requested = useRef<ClearSelection | null>(null);
  const accepted = useRef<ClearSelection | null>(null);
  useEffect(() => {
    if (!started) return;
    accepted.current = requested.current ?? accepted.current;
    requested.current = null;
    setShown(true);
    // Only here and at the end: a later reinvite that is refused must not keep the banner open.
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setShown(false);
      accepted.current?.();
      accepted.current = null;
    }, BANNER_MS);
  }, [started]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isShown,
    /** @param clearSelection called when the banner of the run that begins now closes; null for a run without a selection */
    clearAfterwards(clearSelection: ClearSelection | null): void {
      requested.current = clearSelection;
    },
  };
}

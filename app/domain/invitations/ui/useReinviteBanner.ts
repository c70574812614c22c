import { useEffect, useRef, useState } from "react";
import { BANNER_MS } from "../messages";

/**
 * The banner "Background reinvite process is started...": it is shown for 5 seconds, then the selection is cleared.
 * @param started the answer that starts it; each new one restarts the banner
 */
export function useReinviteBanner(started: object | undefined) {
  const [isShown, setShown] = useState(false);
  const clear = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!started) return;
    setShown(true);
    const timer = setTimeout(() => {
      setShown(false);
      clear.current?.();
      clear.current = null;
    }, BANNER_MS);
    return () => clearTimeout(timer);
  }, [started]);
  return {
    isShown,
    /** @param clearSelection called when the banner closes */
    clearAfterwards(clearSelection: () => void): void {
      clear.current = clearSelection;
    },
  };
}

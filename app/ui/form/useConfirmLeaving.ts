import { type Location, useBlocker, useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { appBridge } from "../app-bridge";
import type { UnsavedForm } from "./unsaved-form";

/**
 * Asks before another page is opened while a form has unsaved changes. While all of them are being saved, leaving waits for the outcome,
 * also for another address of the same page. The admin asks, so nothing does where App Bridge couldn't be loaded.
 * The router supports one such hook at a time.
 * @param forms with unsaved changes, by their ids
 */
export function useConfirmLeaving(forms: RefObject<ReadonlyMap<string, UnsavedForm>>): void {
  const { pathname, search } = useLocation();
  const isUnsaved = () => (forms.current?.size ?? 0) > 0;
  const isSaving = () => isUnsaved() && [...(forms.current?.values() ?? [])].every(({ busy }) => busy);
  const mustAsk = (next: Location) => isUnsaved() && next.pathname !== pathname && appBridge() !== undefined;

  const blocker = useBlocker(({ nextLocation }) => {
    const isOtherAddress = nextLocation.pathname !== pathname || nextLocation.search !== search;
    return (isOtherAddress && isSaving()) || mustAsk(nextLocation);
  });
  const asked = useRef<Location>();
  useEffect(() => {
    if (blocker.state !== "blocked" || isSaving()) return;
    const { location } = blocker;
    if (asked.current === location) {
      // They stayed, and saved or discarded the changes since.
      if (!isUnsaved()) blocker.reset();
    } else if (mustAsk(location)) {
      asked.current = location;
      // Without an answer they stay.
      void appBridge()
        ?.saveBar.leaveConfirmation()
        .then(() => blocker.proceed());
    } else blocker.proceed();
  });
}

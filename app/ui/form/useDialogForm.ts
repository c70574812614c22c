import { useEffect, useRef, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "../OperationId";
import { useHoldRefresh } from "../realtime/useRealtime";
import { useOwnRefusals } from "../useDialogCall";
import { useFetcher } from "../useFetcher";

/**
 * The form of a dialog: it closes the dialog when the action accepts the input. A refusal is left to the dialog, so that no notice
 * behind it repeats it. The list behind the dialog isn't loaded again as long as it is open.
 * @param closesAfterMs how long the dialog stays after a success
 * @param onAccepted runs when it closes because of a success
 */
export function useDialogForm<Answer extends ActionAnswer = ActionAnswer>(
  onClose: () => void,
  closesAfterMs = 0,
  onAccepted?: () => void,
) {
  const [key] = useState(() => crypto.randomUUID());
  const fetcher = useFetcher<Answer>({ key });
  useOwnRefusals(key);
  const form = useRef<HTMLFormElement>(null);
  useHoldRefresh(true);
  const isIdle = fetcher.state === "idle";
  const isTaken = isIdle && isAccepted(fetcher.data as Answer | undefined);
  useEffect(() => {
    if (!isTaken) return;
    const close = () => {
      onAccepted?.();
      onClose();
    };
    if (closesAfterMs === 0) return close();
    const timer = setTimeout(close, closesAfterMs);
    return () => clearTimeout(timer);
  }, [isTaken, onAccepted, onClose, closesAfterMs]);
  const isBusy = !isIdle || isTaken;
  return {
    fetcher,
    form,
    /** It is on its way, or the dialog is about to close. */
    isBusy,
    /** The answer to show in a `RefusalBanner`. */
    refusal: isBusy ? undefined : (fetcher.data as Answer | undefined),
    submit: () => form.current?.requestSubmit(),
  };
}

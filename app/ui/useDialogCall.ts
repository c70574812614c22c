import { useEffect } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "./OperationId";
import { useCall } from "./useCall";
import { useNotices } from "./useNotices";

/** `useCall` for a dialog, which shows the refusal of the latest run itself. @param isShown whether the dialog is open, where its page waits for the answer */
export function useDialogCall<Answer extends ActionAnswer = ActionAnswer>(isShown = true) {
  const runs = useCall<Answer>();
  const { isBusy, answer, key } = runs;
  useOwnRefusals(key, isShown);
  return {
    ...runs,
    /** The notice to show in the dialog. */
    refusal: isBusy || isAccepted(answer) ? undefined : answer?.notice,
  };
}

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

import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "./OperationId";
import { useCall } from "./useCall";
import { useOwnRefusals } from "./useOwnRefusals";

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

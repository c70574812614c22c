import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "./OperationId";
import { useOperation } from "./useOperation";
import { useOwnRefusals } from "./useOwnRefusals";

/**
 * `useOperation` for a dialog, which shows the refusal of the latest run itself.
 * @param isShown whether the dialog is open, where its page waits for the answer
 */
export function useDialogOperation<Answer extends ActionAnswer = ActionAnswer>(isShown = true) {
  const operation = useOperation<Answer>();
  const { isBusy, answer, key } = operation;
  useOwnRefusals(key, isShown);
  return {
    ...operation,
    /** The notice to show in the dialog. */
    refusal: isBusy || isAccepted(answer) ? undefined : answer?.notice,
  };
}

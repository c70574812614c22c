import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "./OperationId";
import { useOperation } from "./useOperation";
import { useOwnRefusals } from "./useOwnRefusals";

/** `useOperation` for a dialog, which shows the refusal itself. */
export function useDialogOperation<Answer extends ActionAnswer = ActionAnswer>() {
  const operation = useOperation<Answer>(useOwnRefusals());
  const { isBusy, answer } = operation;
  return {
    ...operation,
    /** The notice to show in the dialog. */
    refusal: isBusy || isAccepted(answer) ? undefined : answer?.notice,
  };
}

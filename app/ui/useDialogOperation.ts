import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "./OperationId";
import { useCall, useOperation } from "./useOperation";
import { useOwnRefusals } from "./useOwnRefusals";

interface Runs {
  isBusy: boolean;
  answer: ActionAnswer | undefined;
  key: string;
}

/** Shows the refusal of the latest run in a dialog. @param isShown whether the dialog is open, where its page waits for the answer */
function useInDialog<Of extends Runs>(runs: Of, isShown: boolean) {
  const { isBusy, answer, key } = runs;
  useOwnRefusals(key, isShown);
  return {
    ...runs,
    /** The notice to show in the dialog. */
    refusal: isBusy || isAccepted(answer) ? undefined : answer?.notice,
  };
}

/** `useOperation` for a dialog, which shows the refusal of the latest run itself. */
export const useDialogOperation = <Answer extends ActionAnswer = ActionAnswer>(isShown = true) =>
  useInDialog(useOperation<Answer>(), isShown);

/** `useCall` for a dialog, which shows the refusal of the latest run itself. */
export const useDialogCall = <Answer extends ActionAnswer = ActionAnswer>(isShown = true) =>
  useInDialog(useCall<Answer>(), isShown);

import { useDialogOperation } from "~/ui/useDialogOperation";
import type { InvitedUsersAnswer } from "../form.server";
import type { InvitationRow } from "../row";
import { useReinviteBanner } from "./useReinviteBanner";

export type ReinviteMany = ReturnType<typeof useReinviteMany>;

/**
 * Reinvites a selection or the people in a file.
 * @param isFileDialogOpen the dialog of the file shows a refusal itself
 */
export function useReinviteMany(isFileDialogOpen = false) {
  const { run, answer, isBusy, refusal } = useDialogOperation<InvitedUsersAnswer>(isFileDialogOpen);
  const banner = useReinviteBanner(!isBusy && answer?.reinviteStarted ? answer : undefined);
  return {
    /** Whether the banner is shown. */
    isShown: banner.isShown,
    isBusy,
    answer,
    /** The notice to show in the dialog of the file. */
    refusal,
    ofRows(rows: readonly InvitationRow[], clearSelection: () => void): void {
      banner.clearAfterwards(clearSelection);
      run({ intent: "reinviteMany", people: JSON.stringify(rows.map(({ id, email }) => ({ id, email }))) });
    },
    ofFile(emails: readonly string[]): void {
      banner.clearAfterwards(null);
      run({ intent: "reinviteFile", emails: JSON.stringify(emails) });
    },
  };
}

import { useOperation } from "~/ui/useOperation";
import type { InvitedUsersAnswer } from "../form.server";
import type { InvitationRow } from "../row";
import { useReinviteBanner } from "./useReinviteBanner";

/** Reinvites a selection or the people in a file. */
export function useReinviteMany() {
  const { run, answer, isBusy } = useOperation<InvitedUsersAnswer>();
  const banner = useReinviteBanner(!isBusy && answer?.reinviteStarted ? answer : undefined);
  return {
    /** Whether the banner is shown. */
    isShown: banner.isShown,
    isBusy,
    ofRows(rows: readonly InvitationRow[], clearSelection: () => void): void {
      banner.clearAfterwards(clearSelection);
      run({ intent: "reinviteMany", people: JSON.stringify(rows.map(({ id, email }) => ({ id, email }))) });
    },
    ofFile(emails: readonly string[]): void {
      run({ intent: "reinviteFile", emails: JSON.stringify(emails) });
    },
  };
}

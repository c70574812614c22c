import { useFetcher } from "@remix-run/react";
import type { InvitedUsersAnswer } from "../form.server";
import type { InvitationRow } from "../row";
import { useReinviteBanner } from "./useReinviteBanner";

/** Inviting many once more, of a selection or of a file. */
export function useReinviteMany() {
  const { submit, data, state } = useFetcher<InvitedUsersAnswer>();
  const banner = useReinviteBanner(state === "idle" && data?.reinviteStarted ? data : undefined);
  const post = (fields: Record<string, string>) =>
    submit({ ...fields, operationId: crypto.randomUUID() }, { method: "post" });
  return {
    /** Whether the banner is shown. */
    isShown: banner.isShown,
    isBusy: state !== "idle",
    ofRows(rows: readonly InvitationRow[], clearSelection: () => void): void {
      banner.clearAfterwards(clearSelection);
      post({ intent: "reinviteMany", people: JSON.stringify(rows.map(({ id, email }) => ({ id, email }))) });
    },
    ofFile(emails: readonly string[]): void {
      post({ intent: "reinviteFile", emails: JSON.stringify(emails) });
    },
  };
}

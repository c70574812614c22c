import { useEffect, useRef, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { useDialogCall } from "~/ui/useDialogCall";
import type { InvitationRow } from "../list.server";
import { BANNER_MS } from "../messages";
import type { InvitedRows } from "../row";
import { invitationCall, screenCall } from "../screen-functions";
import type { InvitedAudience } from "../screens";

interface ReinviteAnswer extends ActionAnswer {
  value?: InvitedRows;
}

export type ReinviteMany = ReturnType<typeof useReinviteMany>;

/**
 * Reinvites a selection or the people in a file.
 * @param isFileDialogOpen the dialog of the file shows a refusal itself
 */
export function useReinviteMany(audience: InvitedAudience, isFileDialogOpen = false) {
  const { run, answer, isBusy, refusal } = useDialogCall<ReinviteAnswer>(isFileDialogOpen);
  const { invited = 0, notSent = null } = answer?.value ?? {};
  const banner = useReinviteBanner(!isBusy && invited > 0 && !notSent ? answer : undefined);
  return {
    /** Whether the banner is shown. */
    isShown: banner.isShown,
    isBusy,
    answer,
    /** The notice to show in the dialog of the file. */
    refusal,
    ofRows(rows: readonly InvitationRow[], clearSelection: () => void): void {
      banner.clearAfterwards(clearSelection);
      const body = rows.map(({ id, email }) => ({ id, email }));
      run(invitationCall("invitations.reinviteMany", { headers: {}, body }));
    },
    ofFile(emails: readonly string[]): void {
      banner.clearAfterwards(null);
      const excelData = emails.map((Email) => ({ Email }));
      run(screenCall(audience, "reinviteFile", { excelData }));
    },
  };
}

type ClearSelection = () => void;

/**
 * The banner "Background reinvite process is started...": it is shown for 5 seconds, then the selection is cleared.
 * @param started the answer that starts it; each new one restarts the banner
 */
export function useReinviteBanner(started: object | undefined) {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requested = useRef<ClearSelection | null>(null);
  const accepted = useRef<ClearSelection | null>(null);
  useEffect(() => {
    if (!started) return;
    accepted.current = requested.current ?? accepted.current;
    requested.current = null;
    setShown(true);
    // Only here and at the end: a later reinvite that is refused must not keep the banner open.
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setShown(false);
      accepted.current?.();
      accepted.current = null;
    }, BANNER_MS);
  }, [started]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isShown,
    /** @param clearSelection called when the banner of the run that begins now closes; null for a run without a selection */
    clearAfterwards(clearSelection: ClearSelection | null): void {
      requested.current = clearSelection;
    },
  };
}

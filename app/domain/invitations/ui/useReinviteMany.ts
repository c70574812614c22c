import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { InvitedUsersAnswer } from "../form.server";
import { BANNER_MS } from "../messages";
import type { InvitationRow } from "../row";

/**
 * Inviting many once more, of a selection or of a file. The banner is shown for 5 seconds once it has started, then the selection
 * is cleared (section 4 of the first specification text).
 */
export function useReinviteMany() {
  const { submit, data, state } = useFetcher<InvitedUsersAnswer>();
  const [isShown, setShown] = useState(false);
  const clear = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (state !== "idle" || !data?.reinviteStarted) return;
    setShown(true);
    const timer = setTimeout(() => {
      setShown(false);
      clear.current?.();
      clear.current = null;
    }, BANNER_MS);
    return () => clearTimeout(timer);
  }, [state, data]);

  const post = (fields: Record<string, string>) =>
    submit({ ...fields, operationId: crypto.randomUUID() }, { method: "post" });
  return {
    /** Whether the banner is shown. */
    isShown,
    isBusy: state !== "idle",
    ofRows(rows: readonly InvitationRow[], clearSelection: () => void): void {
      clear.current = clearSelection;
      post({ intent: "reinviteMany", people: JSON.stringify(rows.map(({ id, email }) => ({ id, email }))) });
    },
    ofFile(emails: readonly string[]): void {
      post({ intent: "reinviteFile", emails: JSON.stringify(emails) });
    },
  };
}

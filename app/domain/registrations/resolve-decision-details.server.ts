import { isSwitchOn } from "~/core/settings/switches.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { Decision } from "./decision";
import { findRejectReason } from "./reasons/reasons.server";
import type { RegistrationStatus } from "./status";
import { approvalMail } from "./switches";

/** What a caller sends along with a decision. */
interface DecisionInput {
  /** The code of a reason. */
  reason?: string;
  note?: string;
  notify?: boolean;
}

/**
 * The details that a decision stores. Without `notify`, the shop's switch decides whether an approval is emailed.
 * @throws 400 for an unknown reason, and for a reason without a rejection
 */
export async function resolveDecisionDetails(
  shop: string,
  to: RegistrationStatus,
  { reason, note, notify }: DecisionInput = {},
): Promise<Pick<Decision, "reason" | "note" | "notify">> {
  if (reason && to !== "disabled")
    throw badRequest("A reason goes with a rejection only. Leave it out.", {
      reason: "goes with a rejection only",
    });
  const rejectReason = reason ? await findRejectReason(shop, reason) : undefined;
  const bySwitch = () => withShop(shop, (tx) => isSwitchOn(tx, shop, approvalMail));
  return {
    ...(rejectReason && { reason: rejectReason }),
    ...(note && { note }),
    notify: notify ?? (to === "approved" && (await bySwitch())),
  };
}

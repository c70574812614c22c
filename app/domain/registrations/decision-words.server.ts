import { readSwitches } from "~/domain/settings/switches.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { Decision } from "./decision";
import { findRejectReason } from "./reasons/reasons.server";
import type { RegistrationStatus } from "./status";

/** What somebody says with a decision. */
interface Said {
  /** The code of a reason. */
  reason?: string;
  note?: string;
  notify?: boolean;
}

/**
 * What goes with a decision, as the decision keeps it. Whether an approval is told by mail is the shop's switch to say, where
 * nobody says it.
 * @throws 400 for an unknown reason, and for one that goes with no rejection
 */
export async function saidWith(
  shop: string,
  to: RegistrationStatus,
  { reason, note, notify }: Said = {},
): Promise<Pick<Decision, "reason" | "note" | "notify">> {
  if (reason && to !== "disabled")
    throw badRequest("A reason goes with a rejection only. Leave it out.", {
      reason: "goes with a rejection only",
    });
  const found = reason ? await findRejectReason(shop, reason) : undefined;
  const bySwitch = async () => (await withShop(shop, (tx) => readSwitches(tx, shop))).approvalMail;
  return {
    ...(found && { reason: found }),
    ...(note && { note }),
    notify: notify ?? (to === "approved" && (await bySwitch())),
  };
}

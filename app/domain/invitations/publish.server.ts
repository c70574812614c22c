import { publishChange } from "~/platform/realtime/publish.server";
import { AUDIENCES, type AudienceId } from "./audiences";

/** Pages that show these invitations fetch them again. Call it after the transaction has committed. */
export function publishInvitations(shop: string, audience: AudienceId, ids?: string[]): void {
  const { flag, list } = AUDIENCES[audience];
  publishChange(shop, flag, { list, ids });
}

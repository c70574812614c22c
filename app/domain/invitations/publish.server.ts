import { publishChange } from "~/platform/realtime/publish.server";
import { AUDIENCES, type AudienceId } from "./audiences";

/** Pages that show these invitations fetch them again. Call it after the transaction has committed. */
export function publishInvitations(shop: string, audience: AudienceId, ids?: string[]): void {
  const { flag, list } = AUDIENCES[audience];
  publishChange(shop, flag, { list, ids });
}

const TELL_EVERY_MS = 1_000;
const toBeTold = new Map<string, NodeJS.Timeout>();

/** The same for many changes that follow each other: told once a second at most, and once after the last. */
export function publishSoon(shop: string, audience: AudienceId): void {
  const key = `${audience} ${shop}`;
  if (toBeTold.has(key)) return;
  const tell = () => {
    toBeTold.delete(key);
    publishInvitations(shop, audience);
  };
  toBeTold.set(key, setTimeout(tell, TELL_EVERY_MS).unref());
}

import { publishChange } from "~/platform/realtime/publish.server";
import { AUDIENCES, type AudienceId } from "./audiences";

/** Makes pages with these invitations refetch them. Call it after the commit. */
export function publishInvitations(shop: string, audience: AudienceId, ids?: string[]): void {
  const { flag, list } = AUDIENCES[audience];
  publishChange(shop, flag, { list, ids });
}

const PUBLISH_EVERY_MS = 1_000;
const timers = new Map<string, NodeJS.Timeout>();

/** Throttled for a series of changes: at most once a second, and once after the last. */
export function publishSoon(shop: string, audience: AudienceId): void {
  const key = `${audience} ${shop}`;
  if (timers.has(key)) return;
  const publish = () => {
    timers.delete(key);
    publishInvitations(shop, audience);
  };
  timers.set(key, setTimeout(publish, PUBLISH_EVERY_MS).unref());
}

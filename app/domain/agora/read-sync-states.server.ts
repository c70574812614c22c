import type { ContractRouterClient } from "@orpc/contract";
import type { RegistrationTab } from "~/domain/registrations/status";
import type { agoraCalls } from "./calls.server";
import type { SyncState } from "./state";

/** The sync states of a page of registrations. Null on tabs of customers who aren't approved, because only those are synced. */
export async function readSyncStates(
  agora: ContractRouterClient<typeof agoraCalls>,
  { tab, result }: { tab: RegistrationTab; result: { rows: readonly { id: string }[] } },
): Promise<SyncState[] | null> {
  if (tab !== "approved") return null;
  return (await agora.states({ ids: result.rows.map(({ id }) => id) })).states;
}

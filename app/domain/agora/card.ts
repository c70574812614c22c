import { defineCardPart } from "~/domain/customers/card-part";
import { REGISTERED } from "~/domain/customers/kinds";
import type { agoraCalls } from "./calls.server";
import type { SyncState } from "./state";
import { SyncHeader, SyncPart } from "./ui/SyncPart";

export const cardPart = defineCardPart<{ agora: typeof agoraCalls }, SyncState>({
  id: "sync",
  title: "Agora",
  permission: REGISTERED.map(({ flag }) => flag),
  place: "side",
  order: 40,
  load: async (calls, { id }) => (await calls.agora.states({ ids: [id] })).states[0] ?? null,
  component: SyncPart,
  header: SyncHeader,
});

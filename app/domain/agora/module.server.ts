import { declareModule } from "~/core/module.server";

import { customerSynced, eraseSyncAttempts, syncKeepReason } from "./attempts.server";
import { agoraCalls } from "./calls.server";
import { agoraConnection } from "./connection.server";
import { agoraPages } from "./pages";
import { syncToAgoraJob } from "./sync-job.server";

export const agoraModule = declareModule({
  folder: "domain/agora",
  entry: agoraPages,
  calls: { agora: agoraCalls, connectors: { agora: agoraConnection.calls } },
  declares: [agoraConnection, syncToAgoraJob, syncKeepReason, customerSynced, eraseSyncAttempts],
});

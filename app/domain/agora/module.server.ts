import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { agoraCalls } from "./calls.server";
import { agoraConnector } from "./connector.server";
import { eraseSyncAttempts, syncKeepReason } from "./erase-sync-attempts.server";
import { agoraPages } from "./pages";
import { syncToAgoraJob } from "./sync-job.server";

export const agoraModule = declareModule({
  folder: "domain/agora",
  entry: agoraPages,
  calls: { agora: agoraCalls, connectors: { agora: agoraConnector.calls } },
  declares: [agoraConnector, syncToAgoraJob, syncKeepReason, audit, eraseSyncAttempts],
});

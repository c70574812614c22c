import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { agoraRouter } from "./calls.server";
import { agoraConnector } from "./connector.server";
import { agoraContract } from "./contract";
import { eraseSyncAttempts } from "./erase-sync-attempts.server";
import { syncKeepReason } from "./keep-reason.server";
import { agoraPages } from "./pages";
import { syncToAgoraJob } from "./sync-job.server";

export const agoraModule = defineModule({
  folder: "domain/agora",
  pages: agoraPages,
  calls: { contract: { agora: agoraContract }, router: { agora: agoraRouter } },
  connectors: [agoraConnector],
  jobs: [syncToAgoraJob],
  hooks: [syncKeepReason],
  audit,
  erasures: [eraseSyncAttempts],
});

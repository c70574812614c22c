import { declareModule } from "~/core/module.server";

import { ekataConnector } from "./connector.server";

/** Not `ekataModule`, which is the report. */
export const ekataConnectorModule = declareModule({
  folder: "domain/ekata",
  calls: { connectors: { ekata: ekataConnector.calls } },
  declares: [ekataConnector],
});

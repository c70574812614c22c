import { declareModule } from "~/core/module.server";

import { ekataConnection } from "./connection.server";

/** Not `ekataModule`, which is the report. */
export const ekataConnectionModule = declareModule({
  folder: "domain/ekata",
  calls: { connectors: { ekata: ekataConnection.calls } },
  declares: [ekataConnection],
});

import { declareModule } from "~/core/module.server";

import { salsifyConnection } from "./connection.server";

export const salsifyModule = declareModule({
  folder: "domain/salsify",
  calls: { connectors: { salsify: salsifyConnection.calls } },
  declares: [salsifyConnection],
});

import { declareModule } from "~/core/module.server";

import { salsifyConnector } from "./connector.server";

export const salsifyModule = declareModule({
  folder: "domain/salsify",
  calls: { connectors: { salsify: salsifyConnector.calls } },
  declares: [salsifyConnector],
});

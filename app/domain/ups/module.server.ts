import { declareModule } from "~/core/module.server";

import { upsConnector } from "./connector.server";

export const upsModule = declareModule({
  folder: "domain/ups",
  calls: { connectors: { ups: upsConnector.calls } },
  declares: [upsConnector],
});

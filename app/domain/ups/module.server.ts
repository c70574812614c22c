import { declareModule } from "~/core/module.server";

import { upsConnection } from "./connection.server";

export const upsModule = declareModule({
  folder: "domain/ups",
  calls: { connectors: { ups: upsConnection.calls } },
  declares: [upsConnection],
});

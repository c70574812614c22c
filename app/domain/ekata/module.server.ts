import { defineModule } from "~/core/module.server";
import { ekataConnector } from "./connector.server";

/** Not `ekataModule`, which is the report. */
export const ekataConnectorModule = defineModule({
  folder: "domain/ekata",
  connectors: [ekataConnector],
});

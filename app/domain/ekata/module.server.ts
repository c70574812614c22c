import { defineModule } from "~/core/module.server";
import { ekataConnector } from "./connector.server";

export const ekataConnectorModule = defineModule({
  folder: "domain/ekata",
  connectors: [ekataConnector],
});

import { defineModule } from "~/core/module.server";
import { upsConnector } from "./connector.server";

export const upsModule = defineModule({
  folder: "domain/ups",
  connectors: [upsConnector],
});

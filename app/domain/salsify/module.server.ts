import { defineModule } from "~/core/module.server";
import { salsifyConnector } from "./connector.server";

export const salsifyModule = defineModule({
  folder: "domain/salsify",
  connectors: [salsifyConnector],
});

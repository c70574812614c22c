import { defineModule } from "~/core/module.server";
import { upsContract } from "./contract";
import { upsRouter } from "./ups.server";

export const upsModule = defineModule({
  folder: "domain/ups",
  calls: { contract: { ups: upsContract }, router: { ups: upsRouter } },
});

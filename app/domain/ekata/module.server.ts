import { defineModule } from "~/core/module.server";
import { ekataSettingsContract } from "./contract";
import { ekataSettingsRouter } from "./ekata.server";

export const ekataSettingsModule = defineModule({
  folder: "domain/ekata",
  calls: {
    contract: { ekataSettings: ekataSettingsContract },
    router: { ekataSettings: ekataSettingsRouter },
  },
});

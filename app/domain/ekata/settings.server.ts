import { defineConnectorSettings } from "~/core/connectors/connector-settings.server";
import { NOT_CONFIGURED } from "./messages";

/** The address of Ekata, a key, and from which scores on a risk is medium or high. */
export const ekataSettings = defineConnectorSettings({
  settingsKey: "ekata",
  name: "Ekata",
  secret: "key",
  fields: ["mediumFrom", "highFrom"],
  notConfigured: NOT_CONFIGURED,
});

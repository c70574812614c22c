import { defineConnectorSettings } from "~/core/connectors/connector-settings.server";
import { NOT_CONFIGURED } from "./messages";

/** The address of the shop's Agora, and its key. */
export const agoraSettings = defineConnectorSettings({
  settingsKey: "agora",
  name: "Agora",
  secret: "key",
  fields: [],
  notConfigured: NOT_CONFIGURED,
});

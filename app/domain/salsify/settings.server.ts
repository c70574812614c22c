import { defineConnectorSettings } from "~/core/connectors/connector-settings.server";
import { NOT_CONFIGURED } from "./messages";

/** The address of Salsify, the shop's organization there, and a token. */
export const salsifySettings = defineConnectorSettings({
  settingsKey: "salsify",
  name: "Salsify",
  secret: "token",
  fields: ["organization", "skuProperty", "mediaProperties"],
  notConfigured: NOT_CONFIGURED,
});
